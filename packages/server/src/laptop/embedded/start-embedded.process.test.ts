import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { runningPostmaster } from './postmaster.ts'
import { startEmbedded } from './start-embedded.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-embedded-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
  rmSync(folder, { recursive: true, force: true })
})

type Address = { host: string; port: number; user: string; database: string }

async function startChild(): Promise<{ child: ChildProcess; address: Address }> {
  const script = join(import.meta.dirname, '../../testing/database/embedded-child.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer]
  return { child, address: JSON.parse(String(line)) as Address }
}

async function query(address: Address, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function killServer(): void {
  const pid = runningPostmaster(join(folder, 'postgres/data'))
  if (pid === undefined) throw new Error('no server runs in the folder')
  process.kill(pid, 'SIGKILL')
}

test('what was committed is there after the platform was killed, and a new start is ready at once', async () => {
  const first = await startChild()
  await query(first.address, 'create table kept (id integer); insert into kept values (42)')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await startChild()
  expect(await query(second.address, 'select id from kept')).toEqual([{ id: 42 }])
})

test('what was committed is there after the server itself was killed', async () => {
  const first = await startChild()
  await query(first.address, 'create table kept (id integer); insert into kept values (43)')
  killServer()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await startChild()
  expect(await query(second.address, 'select id from kept')).toEqual([{ id: 43 }])
})

test('a server that is killed under a living platform is started again', async () => {
  const { address } = await startChild()
  await query(address, 'create table kept (id integer); insert into kept values (44)')
  killServer()
  await eventually(async () => expect(await query(address, 'select id from kept')).toEqual([{ id: 44 }]))
})

test('a second platform on the same folder is refused while the first lives', async () => {
  const { child } = await startChild()
  await expect(startEmbedded({ dataDir: folder, log: silentLog })).rejects.toThrow(
    new RegExp(`in use by process ${child.pid}`),
  )
})

test('a server that lets nobody in for seconds, as on a busy machine, has started anyway', async () => {
  const server = await startEmbedded({ dataDir: folder, log: silentLog, settings: { pre_auth_delay: '3' } })
  try {
    expect(runningPostmaster(join(folder, 'postgres/data'))).toBeGreaterThan(0)
  } finally {
    await server.stop()
  }
})

test('a stopped server leaves no process and no lock behind', async () => {
  const server = await startEmbedded({ dataDir: folder, log: silentLog })
  await query(server.poolConfig, 'select 1')
  await server.stop()
  expect(runningPostmaster(join(folder, 'postgres/data'))).toBeUndefined()
  expect(() => readFileSync(join(folder, 'postgres/owner.json'))).toThrow()
})

test('a folder with a long name works, and the server listens on no TCP port', async () => {
  folder = join(folder, 'x'.repeat(90))
  mkdirSync(folder)
  const server = await startEmbedded({ dataDir: folder, log: silentLog })
  try {
    expect(Buffer.byteLength(server.poolConfig.host)).toBeLessThan(90)
    expect(await query(server.poolConfig, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await query(server.poolConfig, 'show fsync')).toEqual([{ fsync: 'on' }])
  } finally {
    await server.stop()
    rmSync(server.poolConfig.host, { recursive: true, force: true })
  }
})
