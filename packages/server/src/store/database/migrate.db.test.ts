import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database.ts'
import { migrate, readMigrations } from './migrate.ts'

const { address, pool } = await testDatabase()

const extra = (number: number, sql: string) => ({ number, name: `extra_${number}`, sql, checksum: `sum of ${sql}` })

test('a migrated database is left as it is', async () => {
  expect(await migrate(address, silentLog)).toBe(0)
})

test('processes that start together run each migration once', async () => {
  const all = [...readMigrations(), extra(9001, 'create table once_only (id integer)')]
  const counts = await Promise.all([1, 2, 3, 4].map(() => migrate(address, silentLog, all)))
  expect(counts.sort()).toEqual([0, 0, 0, 1])
  await pool.query('delete from schema_migration where number = 9001')
})

test('a migration that fails changes nothing', async () => {
  const broken = [...readMigrations(), extra(9002, 'create table half (id integer); select no_such_column')]
  await expect(migrate(address, silentLog, broken)).rejects.toThrow(/9002 \(extra_9002\) failed and was undone/)
  expect((await pool.query("select to_regclass('half') as found")).rows).toEqual([{ found: null }])
})

test('a database used by a newer program is refused', async () => {
  await pool.query("insert into schema_migration (number, name, checksum) values (9999, 'future', 'x')")
  await expect(migrate(address, silentLog)).rejects.toThrow(/newer version/)
  await pool.query('delete from schema_migration where number = 9999')
})

test('a migration edited after it ran is refused', async () => {
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'other' }))
  await expect(migrate(address, silentLog, edited)).rejects.toThrow(/changed after it ran/)
})
