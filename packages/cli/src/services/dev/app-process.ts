import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { guarded } from '@mkt/engines'

/** What to run, and how it tells. */
export interface AppProcessOptions {
  dir: string
  /** A shell command; without one the start script of package.json, or a usual file. */
  command?: string | undefined
  port?: number | undefined
  stateApi: string
  output: (line: string) => void
}

export interface RunningApp {
  readonly url: string
  /** True once it answered `/health`; false when it ended or did not become healthy. */
  readonly healthy: Promise<boolean>
  stop(): Promise<void>
}

const HEALTHY_WITHIN_MS = 30_000
const STOP_MS = 3_000

/** Runs the application from its sources, as the platform would: with a port and the state interface's address. */
export async function startApp(options: AppProcessOptions): Promise<RunningApp> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  // A group of its own: the command may start processes below it, and all of them end together.
  const child = spawn('sh', ['-c', `exec ${options.command ?? startCommand(options.dir)}`], {
    cwd: options.dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MKT_PORT: String(port), MKT_STATE_API: options.stateApi },
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
  return {
    url,
    healthy: becomesHealthy(child, url),
    stop: () => Promise.all([ended(guard), stop(child)]).then(() => {}),
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

/** How an application is started when nobody says: as its package.json says, or by a usual file name. */
export function startCommand(dir: string): string {
  const file = join(dir, 'package.json')
  const script = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: { start?: string }; main?: string })
    : {}
  if (script.scripts?.start) return script.scripts.start
  const usual = ['src/main', 'src/server', 'src/index', 'main', 'server', 'index'].flatMap((name) =>
    ['ts', 'js', 'mjs'].map((extension) => `${name}.${extension}`),
  )
  const entry = [script.main ?? '', ...usual].find((name) => name !== '' && existsSync(join(dir, name)))
  if (entry) return `node ${entry}`
  throw new Error(`${dir} has no start script and no ${usual[0]}: name the command with --command`)
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
