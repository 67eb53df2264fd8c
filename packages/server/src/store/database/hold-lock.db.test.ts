import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { withLock } from './hold-lock.ts'

const { address, pool } = await testDatabase()
const lock = { name: 'mkt lock test', number: 7_070_999 }

it('is held by one process at a time, and free once its work has ended or failed', async () => {
  const inner = await withLock(address, lock, async () => withLock(address, lock, async () => 'second'))
  expect(inner).toEqual({ result: undefined })
  await expect(withLock(address, lock, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await withLock(address, lock, async () => 'again')).toEqual({ result: 'again' })
})

it('tells its holder that it may be lost', async () => {
  const kill =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1'
  const lost = withLock(address, lock, async ({ check }) => {
    await check()
    await pool.query(kill, [lock.name])
    await check()
  })
  await expect(lost).rejects.toThrow()
})
