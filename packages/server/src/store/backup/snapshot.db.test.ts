import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { withSnapshot } from './snapshot.ts'

const database = await testDatabase()
await database.pool.query('create table noted (id int)')
await database.pool.query('insert into noted select generate_series(1, 3)')

it('no table is rewritten while a backup copies', async () => {
  await withSnapshot(database.address, async () => {
    const client = await database.pool.connect()
    try {
      await client.query("set lock_timeout = '50ms'")
      await expect(client.query('alter table noted alter column id type bigint')).rejects.toThrow(/lock timeout/)
    } finally {
      client.release(true)
    }
  })
})

it('a table that is being rewritten when the backup begins is copied with its rows', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table noted alter column id type text')
    const counted = withSnapshot(database.address, async ({ db }) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from noted`.execute(db)
      return rows[0]?.count
    })
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and application_name = 'mkt-admin backup' and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    await client.query('commit')
    expect(await counted).toBe(3)
  } finally {
    client.release(true)
  }
})
