import { limits } from '@mkt/contract/limits'
import { expect, it } from 'vitest'
import { testPlatform } from '../testing/platform.ts'
import { startCleanup } from './cleanup.ts'

const { platform, clock, database } = await testPlatform()
const { pool } = database

/** One row just inside, one just outside of the time that its kind is kept. */
async function rows(kept: number, insert: (name: string, at: Date) => Promise<unknown>): Promise<void> {
  const now = clock.now().getTime()
  await insert('a-old', new Date(now - kept - 3_600_000))
  await insert('b-young', new Date(now - kept + 3_600_000))
}

it('the ledger and stopped instances go when their time is over, and not before', async () => {
  const client = await pool.connect()
  // Only the times matter here, not what the rows belong to.
  await client.query('set session_replication_role = replica')
  await rows(limits.ledgerKept.value, (id, at) =>
    client.query(
      'insert into ledger (installation_id, release_id, hour, reads, first_at, last_at) values ($1, $1, $2, 1, $2, $2)',
      [id, at],
    ),
  )
  const instance = (id: string, at: Date, state: string, forgotten: boolean) =>
    client.query(
      "insert into instance (id, deployment_id, generation, engine, state, since, forgotten, created_at) values ($1, 'd', 1, 'fake', $3, $2, $4, $2)",
      [id, at, state, forgotten],
    )
  await rows(limits.instancesKept.value, (id, at) => instance(id, at, 'STOPPED', true))
  await instance('c-running', new Date(0), 'HEALTHY', false)
  await instance('d-not-forgotten', new Date(0), 'STOPPED', false)
  client.release(true)
  const cleanup = startCleanup(platform, [])
  const left = async (table: string, column: string) =>
    (await pool.query(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) => name)
  await expect.poll(() => left('ledger', 'release_id')).toEqual(['b-young'])
  await expect.poll(() => left('instance', 'id')).toEqual(['b-young', 'c-running', 'd-not-forgotten'])
  await cleanup.stop()
})
