import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createPool } from '../../store/database/pool.ts'
import { testDatabase } from '../../testing/database/database.ts'
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
