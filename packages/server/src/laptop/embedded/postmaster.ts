import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process id in the data folder's `postmaster.pid` when a live process has it, judged without trusting zombies. */
export function runningPostmaster(data: string): number | undefined {
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
  return Number.isSafeInteger(pid) && pid > 0 && isPostgres(pid) ? pid : undefined
}

const NOBODY = 2_147_483_646

/**
 * A killed server may linger as a zombie that a new one takes for alive. The number in its lock file is then replaced by one that
 * no process has; the rest of the file stays, because the new server checks by it that no session of the old one is left.
 */
export function buryPostmaster(data: string, socket: string): void {
  const file = join(data, 'postmaster.pid')
  if (runningPostmaster(data) !== undefined) return
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true })
  try {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NOBODY)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A process with a number may be another program after a restart of the machine, or a zombie nobody waited for. */
function isPostgres(pid: number): boolean {
  const stat = processStat(pid)
  return stat !== undefined && stat.name === 'postgres' && stat.state !== 'Z' && stat.state !== 'X'
}

/** Name, state and start time of a process: the start time tells a process from a later one with the same number. */
export function processStat(pid: number): { name: string; state: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    return { name: text.slice(text.indexOf('(') + 1, end), state: fields[0] ?? '?', startedAt: fields[19] ?? '0' }
  } catch {
    return undefined
  }
}
