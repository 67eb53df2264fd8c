import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
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
