import pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createPool } from '../../store/database/pool.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { failureOf } from './problems.ts'

const { address, pool } = await testDatabase()

test.each([
  ['lock_timeout', '55P03'],
  ['statement_timeout', '57014'],
])('a request that waits for a lock until the %s is answered 503', async (setting, code) => {
  const busy = createPool(address, { name: 'mkt busy', max: 1 }, silentLog)
  const holder = await pool.connect()
  const waiter = await busy.connect()
  try {
    await holder.query('begin; lock table organization')
    await waiter.query(`set ${setting} = '50ms'`)
    const error = await waiter.query('select 1 from organization').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code })
    expect(failureOf(error)).toMatchObject({
      status: 503,
      code: 'database_unavailable',
      headers: { 'retry-after': '5' },
    })
  } finally {
    await holder.query('rollback')
    holder.release()
    waiter.release()
    await busy.end()
  }
})

test('no statement waits for a lock for longer than ten seconds, nor runs for longer than fifteen', async () => {
  const busy = createPool(address, { name: 'mkt busy', max: 1 }, silentLog)
  const { rows } = await busy.query(
    "select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements",
  )
  expect(rows).toEqual([{ locks: '10s', statements: '15s' }])
  await busy.end()
})

test.each([
  ['a person', async (api: TestApi) => (await api.person()).authorization],
  [
    'an organization',
    async (api: TestApi) => (await api.key(await api.organization('acme'), ['manage'])).authorization,
  ],
])('requests of %s that hang in the database leave connections to others', async (_who, sign) => {
  const api = await testApi()
  const flood = await sign(api)
  const other = (await api.person()).authorization
  const holder = new pg.Client(api.database.address)
  await holder.connect()
  try {
    await holder.query('begin; lock table listing')
    let answered = 0
    const hanging = Array.from({ length: 40 }, async () => {
      await api.as(flood).listListings()
      answered += 1
    })
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await api.database.pool.query(waits)).rowCount).toBeGreaterThan(1)
    await api.as(other).getMe()
    expect(answered).toBe(0)
    await holder.query('rollback')
    await Promise.all(hanging)
    expect(answered).toBe(40)
  } finally {
    await holder.end()
  }
})
