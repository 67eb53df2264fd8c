import { expect, test } from 'vitest'
import { type Log, silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { applyMigration } from './apply-migration.ts'
import { runBatches } from './migration-batches.ts'
import { statementsOf } from './migration-file.ts'

const { pool } = await testDatabase()

const extra = (number: number, sql: string) => ({ number, name: `extra_${number}`, sql, checksum: `sum of ${sql}` })

test.each([
  ['a table', 9011, ''],
  ['a table of partitions', 9013, 'partition by range (id)'],
])(
  'rows of %s are filled some at a time, each time in a transaction of its own, and what belongs to nobody stays as it is',
  async (_, number, partitions) => {
    const client = await pool.connect()
    await client.query(`drop table if exists owner, filled;
    create table owner (id integer primary key, name text not null);
    insert into owner select n, 'o' || n from generate_series(1, 2000) as n;
    create table filled (id integer, owner_id integer, name text not null default '') ${partitions}`)
    if (partitions !== '')
      await client.query(`create table filled_1 partition of filled for values from (0) to (1000);
      create table filled_2 partition of filled for values from (1000) to (5000)`)
    await client.query(
      "insert into filled select n, n, case when n = 7 then 'kept' else '' end from generate_series(0, 3999) as n",
    )
    const sql = `-- in batches\nupdate filled set name = owner.name from owner where owner.id = filled.owner_id and filled.name = '';`
    let began = 0
    const patiently = async (work: () => Promise<void>) => {
      began += 1
      // Killed in the middle: what was filled stays filled.
      if (began === 4) throw new Error('killed')
      await work()
    }
    const [statement = ''] = statementsOf(sql)
    await expect(runBatches(client as never, statement, patiently, 2)).rejects.toThrow('killed')
    const filled = async () => {
      const { rows } = await pool.query(
        "select count(*) filter (where name <> '')::int as rows, count(distinct xmin::text)::int as transactions from filled",
      )
      return rows[0] as { rows: number; transactions: number }
    }
    const half = await filled()
    expect(half.rows).toBeGreaterThan(1)
    expect(half.rows).toBeLessThan(2000)
    expect(half.transactions).toBe(4)
    await applyMigration(client as never, extra(number, sql), silentLog)
    expect((await filled()).rows).toBe(2000)
    expect((await pool.query('select name from filled where id in (7, 8, 3000) order by id')).rows).toEqual([
      { name: 'kept' },
      { name: 'o8' },
      { name: '' },
    ])
    client.release(true)
  },
)

test('a row that another holds is waited for by its batch alone: the batches before it are filled, and their rows free', async () => {
  const client = await pool.connect()
  // Nearly empty pages: more than one batch of them with few rows.
  await client.query(`create table held (id integer, name text not null default '') with (fillfactor = 10);
    insert into held select n, '' from generate_series(1, 3000) as n`)
  const holder = await pool.connect()
  await holder.query("set lock_timeout = '1s'; begin; select from held where id = 3000 for update")
  let seen: Promise<unknown> | undefined
  const look = async () => {
    const { rows } = await holder.query('select name from held where id = 1 for update')
    await holder.query('commit')
    return rows
  }
  const log = {
    ...silentLog,
    warn: () => {
      seen ??= look()
    },
  } as unknown as Log
  const migration = extra(9012, "-- in batches\nupdate held set name = 'x' where name = ''")
  await applyMigration(client as never, migration, log, { waitMs: 20, pauseMs: 20, attempts: 50 })
  expect(await seen).toEqual([{ name: 'x' }])
  expect((await pool.query("select from held where name = ''")).rows).toEqual([])
  const { rows } = await pool.query("select count(distinct xmin::text)::int as transactions from held where name = 'x'")
  expect(rows[0].transactions).toBeGreaterThan(1)
  holder.release()
  client.release(true)
})

test('rows that others move meanwhile are filled in batches too', async () => {
  const client = await pool.connect()
  await client.query(`create table moving (id integer, name text not null default '');
    insert into moving select n from generate_series(1, 4000) as n`)
  let began = 0
  const patiently = async (work: () => Promise<void>) => {
    began += 1
    // Their new versions are behind what was the end of the table.
    if (began === 3) await pool.query("update moving set id = id where name = ''")
    await work()
  }
  await runBatches(client as never, "update moving set name = 'x' where name = ''", patiently, 2)
  const { rows } = await pool.query(
    'select name, count(*)::int as rows, count(distinct xmin::text) > 4 as batches from moving group by 1',
  )
  expect(rows).toEqual([{ name: 'x', rows: 4000, batches: true }])
  client.release(true)
})
