import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { linkLibraries, nativeFolder } from './native.ts'
import { takeOwnership } from './owner.ts'
import { commandFor, explainFailure, initArguments, serverArguments, socketFolder } from './plan.ts'
import { runningPostmaster } from './postmaster.ts'
import { chooseGround, type Ground } from './run-mode.ts'

/** A PostgreSQL server of our own, reachable by its Unix socket only. */
export interface EmbeddedPostgres {
  poolConfig: { host: string; port: number; user: string; database: string }
  connectionString: string
  /** Resolves when the server ended without being asked to. */
  ended: Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Server settings that win over ours; a test cluster turns fsync off here. */
  settings?: Record<string, string>
  forbidNamespaces?: boolean
}

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

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
    throw new Error(`PostgreSQL cannot be prepared: ${explainFailure(String(error), asked)} (${String(error)})`)
  }
  const disown = takeOwnership(asked)
  try {
    const ground = chooseGround(native, asked, options)
    const socket = socketFolder(ground.home)
    mkdirSync(socket, { recursive: true, mode: 0o700 })
    if (ground.mode.kind === 'user') chownSync(socket, ground.mode.uid, ground.mode.gid)
    const server = await runServer(ground, socket, options)
    await createDatabase(socket)
    return describe(socket, server, disown)
  } catch (error) {
    disown()
    throw error
  }
}

interface Server {
  ended: Promise<void>
  stop(): Promise<void>
}

async function runServer(ground: Ground, socket: string, options: EmbeddedOptions): Promise<Server> {
  const data = join(ground.home, 'data')
  const leftOver = await waitForLeftOver(data, socket)
  if (leftOver) {
    options.log.warn({ pid: leftOver }, 'A database server left behind by a former run answers and is used')
    return adopted(data, leftOver)
  }
  if (!existsSync(data)) initialize(ground, data)
  const logFile = join(ground.home, 'server.log')
  const output = openSync(logFile, 'w', 0o600)
  const command = commandFor(
    ground.mode,
    join(ground.native, 'bin/postgres'),
    serverArguments(data, socket, options.settings ?? {}),
    true,
  )
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', output, output], cwd: '/' })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (!(await answers(socket, () => child.exitCode === null && child.signalCode === null && child.pid !== undefined))) {
    child.kill('SIGQUIT')
    await ended
    const lines = tail(logFile)
    throw new Error(`The database server did not start: ${explainFailure(lines, ground.home)}\n${lines}`)
  }
  return { ended, stop: () => stopChild(child, ended) }
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
    throw new Error(`The database could not be created: ${explainFailure(output, ground.home)}\n${output.slice(-2000)}`)
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
    const state = await ping(socket)
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

function adopted(data: string, pid: number): Server {
  let stopped = false
  const gone = async (limit: number): Promise<boolean> => {
    const until = Date.now() + limit
    while (runningPostmaster(data) === pid) {
      if (Date.now() > until) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return true
  }
  const ended = new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!stopped && runningPostmaster(data) === pid) return
      clearInterval(look)
      resolve()
    }, 1_000)
    look.unref()
  })
  return {
    ended,
    async stop() {
      stopped = true
      if (runningPostmaster(data) !== pid) return
      process.kill(pid, 'SIGINT')
      if (!(await gone(STOP_LIMIT_MS)) && runningPostmaster(data) === pid) process.kill(pid, 'SIGQUIT')
    },
  }
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS)
  await ended
  clearTimeout(force)
}

async function answers(socket: string, alive: () => boolean): Promise<boolean> {
  const until = Date.now() + START_LIMIT_MS
  while (alive() && Date.now() < until) {
    if ((await ping(socket)) === 'ready') return true
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  return false
}

async function ping(socket: string): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({ ...address(socket), database: 'postgres', connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'silent'
  }
}

async function createDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ ...address(socket), database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_database where datname = 'mkt'")
    if (found.rowCount === 0) await client.query('create database mkt')
  } finally {
    await client.end()
  }
}

function address(socket: string): { host: string; port: number; user: string } {
  return { host: socket, port: 5432, user: 'mkt' }
}

function describe(socket: string, server: Server, disown: () => void): EmbeddedPostgres {
  return {
    poolConfig: { ...address(socket), database: 'mkt' },
    connectionString: `postgresql://mkt@/mkt?host=${encodeURIComponent(socket)}`,
    ended: server.ended,
    async stop() {
      await server.stop()
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
