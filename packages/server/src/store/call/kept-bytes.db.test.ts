import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { insertCallPayload } from './call-payloads.ts'
import { countKept, pruneKeptBytes, trimKept } from './kept-bytes.ts'

const { pool, db } = await testDatabase()
const HOUR = 3_600_000
const now = new Date('2026-03-01T12:30:00Z')
const since = new Date(now.getTime() - 5 * HOUR)
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)

async function addEvent(installationId: string, at: Date, size: number, state = 'DELIVERED'): Promise<string> {
  const id = newId('evt', at)
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
     values ($1, $2, 'org_1', 'lst_1', '/hooks', '\\x01', $3, $4, $5, $4)`,
    [id, installationId, size, at, state],
  )
  return id
}

async function bodies(ids: readonly string[]): Promise<boolean[]> {
  const rows = await db.selectFrom('event').select(['id', 'body']).where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ body }) => body !== null)
}

const count = (at = now) => countKept(db, 'events', { now: at, since })

test('an installation over its quota of event bytes loses the oldest bodies, hour by hour; others lose nothing', async () => {
  const busy = [
    await addEvent('ins_busy', ago(4), 100),
    await addEvent('ins_busy', ago(3), 100, 'WAITING'),
    await addEvent('ins_busy', ago(3), 100),
    await addEvent('ins_busy', ago(2), 100),
    await addEvent('ins_busy', ago(1), 100),
  ].toSorted()
  const quiet = [await addEvent('ins_quiet', ago(4), 250)]
  await Promise.all([count(), count()])
  await count()
  expect(await trimKept(db, 'events', 500, 10)).toBe(0)
  // Small steps: one row at a time.
  expect(await trimKept(db, 'events', 250, 1)).toBe(1)
  expect(await trimKept(db, 'events', 250, 10)).toBe(1)
  expect(await trimKept(db, 'events', 250, 10)).toBe(0)
  const [first, ...rest] = await bodies(busy)
  expect(first).toBe(false)
  // What waits has a bound of its own.
  expect(rest.filter(Boolean)).toHaveLength(3)
  expect(await bodies(quiet)).toEqual([true])

  // What comes later is counted once, and the former bytes stay counted.
  const late = await addEvent('ins_quiet', new Date(now.getTime() + 60_000), 251)
  await count(ago(-1))
  expect(await trimKept(db, 'events', 500, 10)).toBe(1)
  expect(await bodies([...quiet, late])).toEqual([false, true])
})

test('a report of an anonymized account that is due keeps its body', async () => {
  const at = ago(-2)
  const id = await addEvent('ins_report', at, 1_000)
  await pool.query(`insert into account_erasure (event_id, installation_id, due_at) values ($1, 'ins_report', $2)`, [
    id,
    at,
  ])
  await count(ago(-3))
  await trimKept(db, 'events', 500, 10)
  expect(await bodies([id])).toEqual([true])
})

test('recorded payloads beyond the share go too, and what was counted is forgotten with its rows', async () => {
  const payloads = ['ins_a', 'ins_a', 'ins_b'].map((installationId, index) => ({
    ...{ callId: newId('cal', ago(3 - index)), installationId, organizationId: 'org_1' },
    ...{ sealed: Buffer.alloc(100), at: ago(3 - index) },
  }))
  for (const payload of payloads) await insertCallPayload(pool, payload)
  await countKept(db, 'payloads', { now, since })
  expect(await trimKept(db, 'payloads', 150, 10)).toBe(1)
  const left = await db.selectFrom('call_payload').select('call_id').orderBy('call_id').execute()
  expect(left.map(({ call_id }) => call_id)).toEqual(payloads.slice(1).map(({ callId }) => callId))
  await pruneKeptBytes(db, 'payloads', now)
  expect(await trimKept(db, 'payloads', 1, 10)).toBe(0)
})
