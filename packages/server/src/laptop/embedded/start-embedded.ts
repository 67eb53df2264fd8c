import { spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { linkLibraries, nativeFolder } from './native.ts'
import { takeOwnership } from './owner.ts'
import { commandFor, explainFailure, initArguments, serverArguments, socketFolder } from './plan.ts'
import { buryPostmaster, runningPostmaster } from './postmaster.ts'
import { chooseGround, type Ground } from './run-mode.ts'
import { adopted, type Server, stopChild, supervise } from './server-process.ts'
import { address, answers, createDatabase, ping, START_LIMIT_MS } from './socket.ts'

/** A PostgreSQL server of our own, reachable by its Unix socket only. */
export interface EmbeddedPostgres {
  poolConfig: { host: string; port: number; user: string; database: string }
  connectionString: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Server settings that win over ours; a test cluster turns fsync off here. */
  settings?: Record<string, string>
  forbidNamespaces?: boolean
}

/**
 * Starts the database, or takes over a server that a killed platform left behind. Normally none is left: the kernel asks the
 * server to shut down when its parent dies, and this start waits for that. One that does not go and answers is used as it is.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const asked = join(options.dataDir, 'postgres')
  const native = nativeFolder()
  try {
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    linkLibraries(native)
  } catch (error) {
    throw new Error(`PostgreSQL cannot be prepared: ${explainFailure(String(error), asked)}`)
  }
  const disown = takeOwnership(asked)
  try {
    const ground = chooseGround(native, asked, options)
    const socket = socketFolder(ground.home)
    mkdirSync(socket, { recursive: true, mode: 0o700 })
    if (ground.mode.kind === 'user') chownSync(socket, ground.mode.uid, ground.mode.gid)
    const server = await supervise(() => runServer(ground, socket, options), options.log)
    await createDatabase(socket)
    return describe(socket, server.stop, disown)
  } catch (error) {
    disown()
    throw error
  }
}

async function runServer(ground: Ground, socket: string, options: EmbeddedOptions): Promise<Server> {
  const data = join(ground.home, 'data')
  const leftOver = await waitForLeftOver(data, socket)
  if (leftOver) {
    options.log.warn({ pid: leftOver }, 'A database server left behind by a former run answers and is used')
    return adopted(data, leftOver)
  }
  if (!existsSync(data)) initialize(ground, data)
  buryPostmaster(data, socket)
  const giveUp = Date.now() + START_LIMIT_MS
  for (;;) {
    const started = await launch(ground, data, socket, options)
    if ('server' in started) return started.server
    // Sessions of a killed server take a moment to notice; the new server refuses to share its memory with them.
    if (!/shared memory block .* is still in use/.test(started.lines) || Date.now() > giveUp) {
      throw new Error(`The database server did not start: ${explainFailure(started.lines, ground.home)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function launch(
  ground: Ground,
  data: string,
  socket: string,
  options: EmbeddedOptions,
): Promise<{ server: Server } | { lines: string }> {
  const logFile = join(ground.home, 'server.log')
  const output = openSync(logFile, 'w', 0o600)
  const command = commandFor(
    ground.mode,
    join(ground.native, 'bin/postgres'),
    serverArguments(data, socket, options.settings ?? {}),
    true,
  )
  // In a group of its own: a Ctrl-C at the terminal must reach the platform only, which still has work to finish in the database.
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', output, output],
    cwd: '/',
    detached: true,
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (!(await answers(socket, () => child.exitCode === null && child.signalCode === null && child.pid !== undefined))) {
    child.kill('SIGQUIT')
    await ended
    return { lines: tail(logFile) }
  }
  return { server: { ended, stop: () => stopChild(child, ended) } }
}

/** The cluster is made under another name and renamed when whole, so a crash in the middle leaves nothing half-made. */
function initialize(ground: Ground, data: string): void {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  const command = commandFor(ground.mode, join(ground.native, 'bin/initdb'), initArguments(draft), false)
  const result = spawnSync(command[0] ?? '', command.slice(1), { encoding: 'utf8', cwd: '/' })
  if (result.status !== 0) {
    const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`The database could not be created: ${explainFailure(output.slice(-2000), ground.home)}`)
  }
  renameSync(draft, data)
}

/** Gives the process of a left-over server that answers; waits for one that is shutting down or still recovering. */
async function waitForLeftOver(data: string, socket: string): Promise<number | undefined> {
  const giveUp = Date.now() + START_LIMIT_MS
  let graceUntil = Date.now() + 1_000
  for (;;) {
    const pid = runningPostmaster(data)
    if (pid === undefined) return undefined
    const state = await ping(socket, giveUp - Date.now())
    if (state === 'starting') graceUntil = Date.now() + 1_000
    // The kernel's request to shut down may still be on its way: only one that keeps answering is a true left-over.
    if (state === 'ready' && Date.now() > graceUntil) return pid
    if (Date.now() > giveUp) {
      throw new Error(
        `A database server of a former run (process ${pid}) neither answers nor ends: end it and start again.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function describe(socket: string, stop: () => Promise<void>, disown: () => void): EmbeddedPostgres {
  return {
    poolConfig: { ...address(socket), database: 'mkt' },
    connectionString: `postgresql://mkt@/mkt?host=${encodeURIComponent(socket)}`,
    async stop() {
      await stop()
      disown()
    },
  }
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-2000)
  } catch {
    return ''
  }
}
