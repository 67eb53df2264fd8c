import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, globSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandFor } from '../../packages/server/src/laptop/embedded/plan.ts'
import { chooseGround } from '../../packages/server/src/laptop/embedded/run-mode.ts'

export interface SystemPostgres {
  version: string
  /** The programs of this version: `pg_dump` refuses a server newer than itself. */
  programs: string
  /** An address of a database in it, as `DATABASE_URL` takes it. */
  url(database: string): string
  create(database: string): void
  /** Ends the server and leaves its data; `resume` starts it again. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** Ends it and removes what it has. */
  stop(): Promise<void>
}

/** A server of the PostgreSQL that this machine has from its distribution, in a folder of its own, on a socket alone. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const server = globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(0)
  if (server === undefined) throw new Error('No PostgreSQL server is installed below /usr/lib/postgresql.')
  const programs = dirname(server)
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mkt-postgres-'))
  const { mode } = chooseGround(dirname(programs), home)
  const data = join(home, 'data')
  const socket = join(home, 'socket')
  mkdirSync(socket)
  const initdb = commandFor(
    mode,
    join(programs, 'initdb'),
    ['-D', data, '-U', 'mkt', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    false,
  )
  const made = spawnSync(initdb[0] ?? '', initdb.slice(1), { encoding: 'utf8', cwd: '/' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`)
  // Ten processes of a platform, each with as many connections as it may open.
  const settings = ['fsync=off', 'max_connections=300', 'listen_addresses=', `unix_socket_directories=${socket}`]
  const command = commandFor(mode, server, ['-D', data, ...settings.flatMap((each) => ['-c', each])], true)
  const ready = () => spawnSync(join(programs, 'pg_isready'), ['--quiet', '--host', socket]).status === 0
  let child: ChildProcess | undefined
  async function resume() {
    const log = openSync(join(home, 'server.log'), 'a')
    child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', log, log], cwd: '/' })
    closeSync(log)
    while (!ready()) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended, see ${home}/server.log`)
      await new Promise((later) => setTimeout(later, 50))
    }
  }
  async function halt() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await gone
  }
  await resume()
  return {
    halt,
    resume,
    version: /\d+/.exec(programs)?.[0] ?? '',
    programs,
    url: (database) => `postgresql://mkt@/${database}?host=${encodeURIComponent(socket)}`,
    create(database) {
      const run = spawnSync(join(programs, 'createdb'), ['--host', socket, '--username', 'mkt', database])
      if (run.status !== 0) throw new Error(String(run.stderr))
    },
    async stop() {
      await halt()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
