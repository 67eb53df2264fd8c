import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, constants } from 'node:os'
import { join } from 'node:path'

const wantedMajor = 24
const major = (version) => Number(version.replace(/^v/, '').split('.')[0])

/** The Node that runs our TypeScript: the one npm installed, or the system's where npm has none for this machine. */
export function pinnedNode(root) {
  const pinned = join(root, 'node_modules/.bin/node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (major(process.version) >= wantedMajor) return process.execPath
  console.error(
    `No Node ${wantedMajor} for ${process.platform}-${process.arch}: npm has it for Linux on x64 and arm64 only.\n` +
      `Install Node ${wantedMajor} or newer and run this again (found ${process.version}).`,
  )
  process.exit(1)
}

/** Arguments with which Node starts a program of many modules without looking for each of them. */
export const resolveOnce = ['--import', new URL('resolve-once.mjs', import.meta.url).href]

const MAX_HELPERS = 4
/**
 * Node gives V8 four threads that collect garbage and compile, whatever the machine has. Where there are fewer processors they take turns with the event loop,
 * which waits for all of them.
 */
export const fewHelpers = (processors = availableParallelism()) => [
  `--v8-pool-size=${Math.max(1, Math.min(MAX_HELPERS, processors - 1))}`,
]

/**
 * Becomes the given program where Node can (none of our processes stays between npm and the server). Otherwise runs it as a
 * child: signals are passed on, its end is our end, and where the system allows it the child dies with us.
 */
export function launch(node, args, { cwd, env = process.env } = {}) {
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    if (cwd) process.chdir(cwd)
    process.execve(node, [node, ...args], env)
  }
  const tied = process.platform === 'linux' && existsSync('/usr/bin/setpriv')
  const [command, rest] = tied ? ['/usr/bin/setpriv', ['--pdeathsig', 'TERM', '--', node, ...args]] : [node, args]
  const child = spawn(command, rest, { stdio: 'inherit', cwd, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
}
