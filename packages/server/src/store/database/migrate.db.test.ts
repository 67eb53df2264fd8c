import { expect, test } from 'vitest'
import { type Log, silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { applyMigration } from './apply-migration.ts'
import { migrate, planMigrations, readMigrations, requireMigrated } from './migrate.ts'

const { address, pool } = await testDatabase()

const extra = (number: number, sql: string) => ({ number, name: `extra_${number}`, sql, checksum: `sum of ${sql}` })
const forget = (number: number) => pool.query('delete from schema_migration where number = $1', [number])

test('a migrated database is left as it is', async () => {
  expect(await migrate(address, silentLog)).toBe(0)
})

test('processes that start together run each migration once', async () => {
  const all = [...readMigrations(), extra(9001, 'create table once_only (id integer)')]
  const counts = await Promise.all([1, 2, 3, 4].map(() => migrate(address, silentLog, all)))
  expect(counts.sort()).toEqual([0, 0, 0, 1])
  await forget(9001)
})

test('a plan names what a start would run, and runs nothing', async () => {
  const all = [...readMigrations(), extra(9003, 'create table planned (id integer)')]
  expect((await planMigrations(address, all)).missing.map(({ number }) => number)).toEqual([9003])
  expect((await pool.query("select to_regclass('planned') as found")).rows).toEqual([{ found: null }])
})

test('a process that leaves migrating to others refuses a database that is older than itself', async () => {
  await requireMigrated(address)
  const all = [...readMigrations(), extra(9009, 'create table later (id integer)')]
  await expect(requireMigrated(address, all)).rejects.toThrow(/older than this program.*9009.*mkt-admin migrate/)
})

test('a migration that fails changes nothing', async () => {
  const broken = [...readMigrations(), extra(9002, 'create table half (id integer); select no_such_column')]
  await expect(migrate(address, silentLog, broken)).rejects.toThrow(/9002 \(extra_9002\) failed and was undone/)
  expect((await pool.query("select to_regclass('half') as found")).rows).toEqual([{ found: null }])
})

test('a process of the former release goes on after a newer one migrated compatibly', async () => {
  const newer = [...readMigrations(), extra(9004, 'alter table listing add column later text')]
  expect(await migrate(address, silentLog, newer)).toBe(1)
  expect(await migrate(address, silentLog)).toBe(0)
  await forget(9004)
})

test('a database that a newer program changed so that this one cannot go on is refused', async () => {
  const newer = [
    ...readMigrations(),
    extra(9005, '-- breaking: on purpose\nalter table listing rename column later to now'),
  ]
  await migrate(address, silentLog, newer)
  await expect(migrate(address, silentLog)).rejects.toThrow(/9005 \(extra_9005\).*cannot work with.*newer version/)
  await forget(9005)
})

test('a database of the far future is refused, however compatible each step was', async () => {
  await pool.query(
    "insert into schema_migration (number, name, checksum, compatible) select n, 'future', 'x', true from generate_series(9100, 9199) as n",
  )
  await expect(migrate(address, silentLog)).rejects.toThrow(/100 migrations ahead.*much newer version/)
  await pool.query('delete from schema_migration where number >= 9100')
})

test('a migration edited after it ran is refused', async () => {
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'other' }))
  await expect(migrate(address, silentLog, edited)).rejects.toThrow(/changed after it ran/)
})

test('an index is made outside a transaction while others write, and one that was left unfinished is made again', async () => {
  await pool.query(
    "create unique index event_late on event (id); update pg_index set indisvalid = false where indexrelid = 'event_late'::regclass",
  )
  const sql = '-- outside transaction\ncreate unique index concurrently if not exists event_late on event (id);\n'
  const all = [...readMigrations(), extra(9006, sql)]
  const counts = await Promise.all([1, 2].map(() => migrate(address, silentLog, all)))
  expect(counts.sort()).toEqual([0, 1])
  const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = 'event_late'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
  await forget(9006)
})

test('behind a long reader a migration lets others pass and tries again until the reader is gone', async () => {
  const reader = await pool.connect()
  await reader.query('begin; select 1 from listing limit 1')
  const client = await pool.connect()
  let waits = 0
  const log = {
    ...silentLog,
    warn: () => {
      waits += 1
      if (waits === 2) reader.query('commit').catch(() => {})
    },
  } as unknown as Log
  const migration = extra(9007, 'alter table listing add column patient text')
  await applyMigration(client as never, migration, log, { waitMs: 20, pauseMs: 20, attempts: 50 })
  expect(waits).toBeGreaterThanOrEqual(2)
  expect((await pool.query('select patient from listing')).rows).toEqual([])
  reader.release()
  client.release(true)
  await forget(9007)
})

test('a migration that was given up for a transaction it waited for is tried again', async () => {
  const client = await pool.connect()
  await client.query('create sequence tries')
  const sql = `do $$ begin if nextval('tries') < 3 then raise 'deadlock detected' using errcode = '40P01'; end if; end $$`
  await applyMigration(client as never, extra(9010, sql), silentLog, { waitMs: 20, pauseMs: 1, attempts: 5 })
  expect((await client.query('select last_value from tries')).rows).toEqual([{ last_value: 3 }])
  client.release(true)
  await forget(9010)
})

test('a lock that is never to be had ends the migration with what to do', async () => {
  const reader = await pool.connect()
  await reader.query('begin; select 1 from listing limit 1')
  const client = await pool.connect()
  const migration = extra(9008, 'alter table listing add column never text')
  const outcome = applyMigration(client as never, migration, silentLog, { waitMs: 10, pauseMs: 1, attempts: 3 })
  await expect(outcome).rejects.toThrow(/not to be had in 3 attempts.*pg_stat_activity/)
  await reader.query('commit')
  reader.release()
  client.release(true)
})
