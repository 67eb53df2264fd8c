import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { relaxedPool } from '../database/pool.ts'
import { type Settlement, settleDeliveries } from './settles.ts'

const { pool } = await testDatabase()

async function waiting(id: string): Promise<string> {
  const result = await pool.query<{ version: string }>(
    `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, due_at, state)
     values ($1, 'ins', 'org', 'lst', '/p', 'sealed', 1, now(), now(), 'WAITING') returning xmin::text as version`,
    [id],
  )
  return result.rows[0]?.version ?? ''
}

function delivered(eventId: string, version: string): Settlement {
  const at = new Date()
  const facts = { id: `att_${eventId}`, number: 1, probe: false, at, durationMs: 1, status: 200, error: null }
  const answer = { sealedAnswer: Buffer.from('answer'), answerSize: 6, instanceId: null, releaseId: 'rel' }
  const next = { state: 'DELIVERED', reason: null, dueAt: at, attemptCount: 1, step: 0, crashes: 0 } as const
  return { eventId, version, ...next, attempt: { ...facts, ...answer } }
}

it('an answer to an event that was erased while it was sent is not kept; the attempt is', async () => {
  const erased = delivered('evt_erased', await waiting('evt_erased'))
  const hastened = delivered('evt_hastened', await waiting('evt_hastened'))
  await pool.query("update event set body = null, state = 'DEAD', reason = 'erased' where id = 'evt_erased'")
  await pool.query("update event set due_at = now() where id = 'evt_hastened'")
  expect(await settleDeliveries(pool, [erased, hastened])).toEqual([false, false])
  const { rows } = await pool.query<{ id: string; answer: Buffer | null }>(
    'select event_id as id, answer from delivery_attempt order by event_id',
  )
  expect(rows).toEqual([
    { id: 'evt_erased', answer: null },
    { id: 'evt_hastened', answer: Buffer.from('answer') },
  ])
})

it('an outcome is kept by the key of its event alone, however many events wait', async () => {
  const relaxed = relaxedPool(pool, silentLog)
  atEnd(() => relaxed.end())
  await pool.query(`insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
    select 'evt_' || n, 'ins_' || n % 20, 'org', 'lst', '/p', 1, now(), now(), 'WAITING' from generate_series(1, 5000) as n`)
  const client = await relaxed.connect()
  // After a few times a plan is kept for the life of the connection.
  for (let times = 0; times < 7; times += 1) await settleDeliveries(client, [delivered(`evt_none${times}`, '1')])
  const given = (type: string) => `array['1']::${type}[]`
  const types = ['text', 'xid', 'text', 'timestamptz', 'int', 'int', 'bytea', 'int', 'text', 'text']
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain execute settle_first_successes(${types.map((type) => (type === 'timestamptz' ? 'array[now()]' : given(type))).join()})`,
  )
  client.release()
  const scans = rows
    .map((row) => row['QUERY PLAN'].trim())
    .filter((line) => /\bScan (on|using) (event|\w+ on event)\b/.test(line))
  expect(scans).toEqual([expect.stringContaining('Index Scan using event_pkey on event')])
})
