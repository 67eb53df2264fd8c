import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { insertLocators } from '../activity/activity-locators.ts'
import { insertCallPayload, pruneCallPayloads } from '../call/call-payloads.ts'
import { insertCalls } from '../call/calls.ts'
import { pruneCalls, pruneEvents } from './event-retention.ts'

const { pool } = await testDatabase()
const DAY = 86_400_000
const now = Date.now()
const daysAgo = (days: number) => new Date(now - days * DAY)

async function addEvent(state: string, received: Date, settled: Date | null): Promise<string> {
  const id = newId('evt', received)
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, state, due_at, settled_at)
     values ($1, 'ins_1', 'org_1', 'lst_1', '/hooks', 1, $2, $3, $2, $4)`,
    [id, received, state, settled],
  )
  await pool.query('insert into attempt (id, event_id, number, at, duration_ms) values ($1, $2, 1, $3, 1)', [
    newId('att', received),
    id,
    received,
  ])
  return id
}

test('events end thirty days after their outcome, with their attempts and locators and in small steps; what waits stays', async () => {
  const gone = [
    await addEvent('DELIVERED', daysAgo(40), daysAgo(39)),
    await addEvent('DEAD', daysAgo(35), daysAgo(31)),
    await addEvent('DELIVERED', daysAgo(33), daysAgo(33)),
  ]
  const kept = [
    await addEvent('WAITING', daysAgo(50), null),
    await addEvent('DELIVERED', daysAgo(45), daysAgo(2)),
    await addEvent('DELIVERED', daysAgo(29), daysAgo(29)),
  ]
  const about = { organizationId: 'org_1', installationId: 'ins_1', kind: 'policy' as const, locator: '7' }
  await insertLocators(
    pool,
    [...gone, ...kept].map((entryId) => ({ ...about, entryId })),
  )
  expect(await pruneEvents(pool, daysAgo(30), 2)).toBe(2)
  expect(await pruneEvents(pool, daysAgo(30), 2)).toBe(1)
  expect(await pruneEvents(pool, daysAgo(30), 2)).toBe(0)
  const left = await pool.query<{ id: string }>('select id from event where id = any($1)', [[...gone, ...kept]])
  expect(left.rows.map((row) => row.id).sort()).toEqual(kept.toSorted())
  expect((await pool.query('select 1 from attempt where event_id = any($1)', [gone])).rowCount).toBe(0)
  const indexed = await pool.query<{ entry_id: string }>('select entry_id from activity_locator')
  expect(indexed.rows.map((row) => row.entry_id).sort()).toEqual(kept.toSorted())
})

test('records of calls end after their time, what they carried sooner', async () => {
  const call = {
    installationId: 'ins_1',
    organizationId: 'org_1',
    listingId: 'lst_1',
    kind: 'other' as const,
    method: 'GET',
    path: '/',
    status: 200,
    code: null,
    durationMs: 1,
    requestSize: 0,
    answerSize: 0,
    instanceId: null,
    requestId: 'req_1',
    traceId: null,
    fallback: null,
  }
  const ages = [40, 8, 1]
  const calls = ages.map((days) => ({ ...call, at: daysAgo(days), id: newId('cal', daysAgo(days)) }))
  await insertCalls(pool, calls)
  for (const { id: callId, at, installationId, organizationId } of calls) {
    await insertCallPayload(pool, { callId, installationId, organizationId, sealed: Buffer.of(1), at })
  }
  expect(await pruneCallPayloads(pool, daysAgo(7), 1)).toBe(1)
  expect(await pruneCallPayloads(pool, daysAgo(7), 10)).toBe(1)
  expect(await pruneCalls(pool, daysAgo(30), 10)).toBe(1)
  const left = await pool.query('select id from call order by at')
  expect(left.rows.map((row) => row.id)).toEqual([calls[1]?.id, calls[2]?.id])
})
