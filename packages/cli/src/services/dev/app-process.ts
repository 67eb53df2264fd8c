import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort, guarded } from '@mkt/engines'
import { asFirstProcess } from '../app/as-first-process.ts'
import { becomesHealthy } from '../image/becomes-healthy.ts'
import { developmentEnv } from './development-env.ts'
import { type EgressGuard, type LaunchedApp, launchGuarded } from './guarded-app.ts'

/** What to run, and how it tells. */
export interface AppProcessOptions {
  dir: string
  /** A shell command. */
  command: string
  port?: number | undefined
  stateApi: string
  output: (line: string) => void
  /** Holds it to the egress it declares; without it the application reaches what this machine reaches. */
  egress?: EgressGuard | undefined
}

export interface RunningApp {
  readonly url: string
  /** True once it answered `/health`; false when it ended or did not become healthy. */
  readonly healthy: Promise<boolean>
  /** Resolves with a sentence when it ends although nobody stopped it; never where that is not watched. */
  readonly crashed: Promise<string>
  stop(): Promise<void>
}

export interface AppProcess extends RunningApp {
  /**
   * Ends it as the platform ends a container: its first process alone gets the signal, and after the time all are killed. Gives the
   * exit code, or undefined when it was killed.
   */
  end(withinMs: number): Promise<number | null | undefined>
}

const HEALTHY_WITHIN_MS = 30_000
const STOP_MS = 3_000

/** Runs the application from its sources, as the platform would: with a port and the state interface's address. */
export async function startApp(options: AppProcessOptions): Promise<AppProcess> {
  const port = options.port ?? (await freePort())
  const { child, url, over } = await launch(options, port)
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
    healthy: becomesHealthy(url, { withinMs: HEALTHY_WITHIN_MS, everyMs: 100, ended: () => hasEnded(child) }),
    crashed,
    async stop() {
      stopping = true
      await Promise.all([ended(guard), end(child, STOP_MS, (pid) => signalGroup(pid, 'SIGTERM')), over()])
    },
    async end(withinMs) {
      stopping = true
      const [, code] = await Promise.all([ended(guard), end(child, withinMs, () => child.kill('SIGTERM')), over()])
      return code
    },
  }
}

async function launch(options: AppProcessOptions, port: number): Promise<LaunchedApp> {
  const { dir, stateApi, output } = options
  const command = asFirstProcess(options.command)
  const env = { ...developmentEnv(dir, process.env), MKT_PORT: String(port), MKT_STATE_API: stateApi }
  if (options.egress !== undefined) return launchGuarded({ command, dir, env, port, stateApi, output }, options.egress)
  // A group of its own: the command may start processes below it, and all of them end together.
  const child = spawn('sh', ['-c', command], { cwd: dir, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env })
  return { child, url: `http://127.0.0.1:${port}`, over: async () => {} }
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
  if (child?.pid !== undefined && !hasEnded(child)) await once(child, 'exit')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function end(
  child: ChildProcess,
  withinMs: number,
  ask: (pid: number) => void,
): Promise<number | null | undefined> {
  const { pid } = child
  if (pid === undefined || hasEnded(child)) return child.exitCode
  ask(pid)
  let killed = false
  const timer = setTimeout(() => {
    killed = true
    signalGroup(pid, 'SIGKILL')
  }, withinMs)
  await ended(child)
  clearTimeout(timer)
  return killed ? undefined : child.exitCode
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Ended by itself in the meantime.
  }
}
