import { expect, it } from 'vitest'
import { testPlatform } from '../../testing/platform/platform.ts'
import { prunings } from './deliveries.ts'

const { platform, clock, database } = await testPlatform()
const { pool } = database
const HOUR_MS = 3_600_000

/** A call, a tenant call and a payload of each age in days, named after it. */
async function record(ages: readonly number[]): Promise<void> {
  const client = await pool.connect()
  // Only the times matter here, not what the rows belong to.
  await client.query('set session_replication_role = replica')
  for (const age of ages) {
    const row = [`${age}`, new Date(clock.now().getTime() - age * 24 * HOUR_MS - HOUR_MS)]
    await client.query(
      `insert into call (id, installation_id, organization_id, listing_id, kind, method, path, at, status, duration_ms, request_size, answer_size, request_id)
       values ($1, 'i', 'o', 'l', 'autofill', 'POST', '/', $2, 200, 1, 1, 1, 'r')`,
      row,
    )
    await client.query(
      `insert into tenant_call (id, installation_id, organization_id, listing_id, release_id, method, path, at, status, duration_ms, request_size, answer_size, request_id, trace_id)
       values ($1, 'i', 'o', 'l', 'r', 'GET', '/', $2, 200, 1, 1, 1, 'r', 't')`,
      row,
    )
    await client.query(
      `insert into call_payload (call_id, installation_id, organization_id, sealed, at) values ($1, 'i', 'o', 'x', $2)`,
      row,
    )
  }
  client.release(true)
}

const left = async (table: string, column: string) =>
  (await pool.query<{ name: string }>(`select ${column} as name from ${table} order by at desc`)).rows.map(
    ({ name }) => name,
  )

it('records and recorded payloads go after the days that the operator set, and not before', async () => {
  await record([0, 1, 2, 5, 6, 40])
  const kept = { days: 6, payloadDays: 2 }
  const all = prunings({ ...platform, policy: { ...platform.policy, kept } }, pool)
  for (const { prune, batch } of all) await prune(batch)
  expect(await left('call', 'id')).toEqual(['0', '1', '2', '5'])
  expect(await left('tenant_call', 'id')).toEqual(['0', '1', '2', '5'])
  expect(await left('call_payload', 'call_id')).toEqual(['0', '1'])
})
