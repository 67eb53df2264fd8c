import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandFor } from '../../packages/server/src/laptop/embedded/plan.ts'
import { chooseGround } from '../../packages/server/src/laptop/embedded/run-mode.ts'

/** One PostgreSQL server of the distribution, with a folder and a socket of its own: a node of a cluster. */
export interface PostgresNode {
  socket: string
  data: string
  /** Makes an empty cluster. */
  init(): void
  /** Makes this node a standby of another one, with a fresh copy of its data. */
  follow(primary: PostgresNode): void
  start(settings?: readonly string[], port?: number): Promise<void>
  /** Ends it as a crash would: without a shutdown, connections break. */
  crash(): Promise<void>
  /** Runs a program as the user who owns the data, until it is ended. */
  spawn(program: string, args: readonly string[]): ChildProcess
  remove(): Promise<void>
}

export function postgresNode(): PostgresNode {
  const server = globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(0)
  if (server === undefined) throw new Error('No PostgreSQL server is installed below /usr/lib/postgresql.')
  const programs = dirname(server)
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mkt-node-'))
  const { mode } = chooseGround(dirname(programs), home)
  const data = join(home, 'data')
  const socket = join(home, 'socket')
  mkdirSync(socket)
  let child: ChildProcess | undefined

  const run = (program: string, args: readonly string[]) => {
    const command = commandFor(mode, join(programs, program), [...args], false)
    const done = spawnSync(command[0] ?? '', command.slice(1), { encoding: 'utf8', cwd: '/' })
    if (done.status !== 0) throw new Error(`${program}: ${done.stdout}${done.stderr}`)
  }
  const begin = (program: string, args: readonly string[], output: number | 'ignore') => {
    const command = commandFor(mode, program, [...args], true)
    return spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', output, output], cwd: '/' })
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (child === undefined || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    socket,
    data,
    init: () => run('initdb', ['-D', data, '-U', 'mkt', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']),
    follow(primary) {
      rmSync(data, { recursive: true, force: true })
      run('pg_basebackup', [
        '-h',
        primary.socket,
        '-U',
        'mkt',
        '-D',
        data,
        '-R',
        '-X',
        'stream',
        '--checkpoint=fast',
        '--no-sync',
      ])
    },
    async start(settings = [], port = 5432) {
      const all = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${socket}`, ...settings]
      const log = openSync(join(home, 'server.log'), 'a')
      child = begin(server, ['-D', data, ...all.flatMap((each) => ['-c', each])], log)
      while (
        spawnSync(join(programs, 'pg_isready'), ['--quiet', '--host', socket, '--port', String(port)]).status !== 0
      ) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended, see ${home}/server.log`)
        await new Promise((later) => setTimeout(later, 50))
      }
    },
    crash: () => end('SIGQUIT'),
    spawn: (program, args) => begin(program, args, 'ignore'),
    async remove() {
      await end('SIGINT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
