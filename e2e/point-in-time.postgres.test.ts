import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { createDatabase } from '../packages/server/src/store/database/database.ts'
import { createPool } from '../packages/server/src/store/database/pool.ts'
import { databaseIdentity } from '../packages/server/src/store/platform/homes.ts'
import { postgresNode } from './testing/postgres-node.ts'

// A server of the distribution archives its log by our program and is put back to a moment on an empty place.

const run = promisify(execFile)
const admin = resolve(import.meta.dirname, '../packages/server/src/mkt-admin.ts')
const [original, restored] = [postgresNode(), postgresNode()]
const place = mkdtempSync(join(tmpdir(), 'mkt-log-'))
const programs = '/usr/lib/postgresql'

async function ask(node: typeof original, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ host: node.socket, user: 'mkt', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, string>[]
  } finally {
    await client.end()
  }
}

const mktAdmin = async (...args: string[]) => {
  const bin = join(programs, readdirSync(programs).sort().at(0) ?? '', 'bin')
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    DATABASE_URL: `postgresql://mkt:unused@/postgres?host=${encodeURIComponent(original.socket)}`,
  }
  return (await run(process.execPath, [admin, ...args], { env })).stdout
}
/** What PostgreSQL runs is run by the user who owns its data. */
function give(folder: string, like: string): void {
  const { uid, gid } = statSync(like)
  for (const entry of ['', ...readdirSync(folder, { recursive: true })])
    chownSync(join(folder, String(entry)), uid, gid)
}
const moment = async () =>
  (
    await ask(
      original,
      'select to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as now',
    )
  )[0]?.now ?? ''

beforeAll(async () => {
  original.init()
  give(place, original.data)
  chmodSync(place, 0o755)
  const archive = `"${process.execPath}" "${admin}" log put "${place}" "%p" "%f"`
  await original.start(['archive_mode=on', `archive_command=${archive}`, 'wal_level=replica'])
})
afterAll(async () => {
  await original.remove()
  await restored.remove()
  rmSync(place, { recursive: true, force: true })
})

const identityOf = async (node: typeof original) => {
  const pool = createPool(
    { host: node.socket, port: 5432, user: 'mkt', database: 'postgres' },
    { name: 'test', max: 1 },
    silentLog,
  )
  return databaseIdentity(createDatabase(pool)).finally(() => pool.end())
}

it('a server comes back as it was at a moment, what came later is not there, and a platform takes it for a copy', async () => {
  await ask(original, "create table kept (word text); insert into kept values ('before the copy')")
  expect(await mktAdmin('base', 'backup', place)).toMatch(/base\/\d{14}-\w+\.tar/)
  await ask(original, "insert into kept values ('before the moment')")
  const until = await moment()
  await ask(original, "insert into kept values ('after the moment')")
  // The file that is over by this: the server may write into the next one at any moment by itself.
  const last = (await ask(original, 'select pg_walfile_name(pg_switch_wal()) as name'))[0]?.name ?? ''
  await expect.poll(() => readdirSync(join(place, 'log')).includes(last), { timeout: 60_000 }).toBe(true)
  expect(await mktAdmin('base', 'verify', place)).toMatch(/holds 1 whole base backup/)

  expect(await mktAdmin('base', 'restore', place, restored.data, '--until', until)).toMatch(/starts in quarantine/)
  give(restored.data, original.data)
  give(dirname(restored.socket), original.data)
  await restored.start(['archive_mode=off'])
  const words = () => ask(restored, 'select word, pg_is_in_recovery()::text as recovering from kept order by word')
  await expect.poll(async () => (await words().catch(() => []))[0]?.recovering, { timeout: 60_000 }).toBe('false')
  expect((await words()).map(({ word }) => word)).toEqual(['before the copy', 'before the moment'])
  const [one, other] = [await identityOf(original), await identityOf(restored)]
  expect(other.system).toMatch(new RegExp(`^${one.system}/[0-9a-f]{16}$`))
  expect(other.oid).toBe(one.oid)
})

it('says what cannot be reached, and refuses a log file of another server', async () => {
  const folder = join(place, 'elsewhere')
  const early = mktAdmin('base', 'restore', place, folder, '--until', '2020-01-01T00:00:00Z')
  await expect(early).rejects.toMatchObject({ stderr: expect.stringMatching(/no base backup from before that moment/) })
  const [name = ''] = readdirSync(join(place, 'log'))
  const facts = readdirSync(join(place, 'base')).find((file) => file.endsWith('.json')) ?? ''
  await mktAdmin('log', 'put', place, join(place, 'log', name), name)
  const foreign = mktAdmin('log', 'put', place, join(place, 'base', facts), name)
  await expect(foreign).rejects.toMatchObject({ stderr: expect.stringMatching(/another .* already/) })
  await expect(mktAdmin('log', 'get', place, 'F'.repeat(24), join(place, 'x'))).rejects.toMatchObject({ code: 1 })
  await expect(mktAdmin('log', 'get', place, name, join(place, 'no', 'folder'))).rejects.toMatchObject({ code: 255 })
})
