import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { guarded } from '@mkt/engines'
import { developmentEnv } from './development-env.ts'

/** What to run, and how it tells. */
export interface AppProcessOptions {
  dir: string
  /** A shell command. */
  command: string
  port?: number | undefined
  stateApi: string
  output: (line: string) => void
}

export interface RunningApp {
  readonly url: string
  /** True once it answered `/health`; false when it ended or did not become healthy. */
  readonly healthy: Promise<boolean>
  /** Resolves with a sentence when it ends although nobody stopped it; never where that is not watched. */
  readonly crashed: Promise<string>
  stop(): Promise<void>
}

const HEALTHY_WITHIN_MS = 30_000
const STOP_MS = 3_000

/** Runs the application from its sources, as the platform would: with a port and the state interface's address. */
export async function startApp(options: AppProcessOptions): Promise<RunningApp> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  // A group of its own: the command may start processes below it, and all of them end together.
  const child = spawn('sh', ['-c', options.command], {
    cwd: options.dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...developmentEnv(options.dir, process.env), MKT_PORT: String(port), MKT_STATE_API: options.stateApi },
  })
  // Output that cannot be shown is lost; the application goes on.
  const show = guarded(() => {}, options.output)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', show)
  }
  child.on('error', (error) => show(error.message))
  const guard = child.pid === undefined ? undefined : startGuard(child.pid, options.dir)
  // What is left of the group goes with the application, and its guard has nothing more to do.
  child.once('exit', () => {
    signalGroup(child.pid ?? 0, 'SIGKILL')
    guard?.kill('SIGKILL')
  })
  let stopping = false
  const crashed = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!stopping) resolve(signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`)
    })
  })
  return {
    url,
    healthy: becomesHealthy(child, url),
    crashed,
    stop() {
      stopping = true
      return Promise.all([ended(guard), stop(child)]).then(() => {})
    },
  }
}

/**
 * A shell that holds one end of our pipe. When we are gone, for any reason, the pipe ends, and with it the application's group:
 * asked first, then killed.
 */
function startGuard(group: number, cwd: string): ChildProcess {
  const end = `read -r _; kill -s TERM -- -${group}; sleep ${STOP_MS / 1000}; kill -s KILL -- -${group}`
  return spawn('sh', ['-c', end], { cwd, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function becomesHealthy(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + HEALTHY_WITHIN_MS
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function stop(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  signalGroup(pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_MS)
  await ended(child)
  clearTimeout(timer)
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Ended by itself in the meantime.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
