import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A zombie takes signals but is dead; in a container without an init it may stay forever. */
function isZombie(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** The process that holds the lock, or undefined when it died or has not written its id yet. */
function holderOf(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs `work` in one process at a time for this clone: two commands in a fresh clone would install over each other.
 * The lock is a folder (making one is atomic) outside the clone, and names its holder, so that a dead one's is taken over.
 */
export function oneAtATime(root, work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `mkt-install-${process.getuid?.() ?? 0}-${name}`)
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') return work()
      if (tries === 0) console.error('Another command installs the packages of this clone. Waiting …')
      const holder = holderOf(lock)
      pause(300)
      if (holder === undefined && holderOf(lock) === undefined) rmSync(lock, { recursive: true, force: true })
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.on('exit', release)
  writeFileSync(join(lock, 'pid'), String(process.pid))
  work()
  release()
  process.off('exit', release)
}
