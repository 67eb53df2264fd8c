import { expect, test } from 'vitest'
import type { AuditedRow } from '../../domain/platform/syslog-line.ts'
import type { Db } from '../../store/database/database.ts'
import { insertAudits } from '../../store/platform/audits.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { streamAudit } from './stream-audit.ts'

const { platform, clock } = await testPlatform()

async function add(action: string, db: Db = platform.db) {
  clock.advance(1)
  const at = platform.clock.now()
  const actor = { kind: 'person', id: 'per_1', label: 'a@acme.test' }
  const row = { id: newId('aud', at), at, organizationId: null, actor, address: null, requestId: null }
  await insertAudits(db, [{ ...row, action, subject: { kind: 'person', id: 'per_1' }, details: {} }])
}
const actionsIn = (rows: readonly AuditedRow[]) => rows.map(({ action }) => action)

test('every audit row arrives in order, at least once, also after a sink that was away', async () => {
  const received: string[] = []
  let away = true
  const sink = {
    name: 'test',
    send: (rows: readonly AuditedRow[]) => {
      if (away) return Promise.reject(new Error('away'))
      received.push(...actionsIn(rows))
      return Promise.resolve()
    },
  }
  await add('person.create')
  await add('person.change')
  // Fresh rows wait: an earlier transaction may commit later.
  expect(await streamAudit(platform, sink)).toBe(0)
  clock.advance(61_000)
  await expect(streamAudit(platform, sink)).rejects.toThrow('away')
  away = false
  expect(await streamAudit(platform, sink)).toBe(2)
  expect(received).toEqual(['person.create', 'person.change'])
  expect(await streamAudit(platform, sink)).toBe(0)
  await add('person.enable')
  clock.advance(61_000)
  expect(await streamAudit(platform, sink)).toBe(1)
})

test('rows wait while an older transaction is open, which may still commit earlier ones', async () => {
  // Transactions begin by the clock of the database.
  clock.set(new Date())
  const received: string[] = []
  const send = (rows: readonly AuditedRow[]) => Promise.resolve(void received.push(...actionsIn(rows)))
  const sink = { name: 'patient', send }
  await platform.db.transaction().execute(async (trx) => {
    await add('release.create', trx)
    await add('release.promote')
    clock.advance(10 * 60_000)
    await streamAudit(platform, sink)
    expect(received).not.toContain('release.promote')
  })
  await streamAudit(platform, sink)
  expect(received.filter((action) => action.includes('release.'))).toEqual(['release.create', 'release.promote'])
})

test('a stream that stops begins no further batch', async () => {
  clock.set(new Date(Date.now() + 60 * 60_000))
  await add('listing.create')
  clock.advance(61_000)
  const sink = { name: 'stopped', send: () => Promise.resolve() }
  expect(await streamAudit(platform, sink, AbortSignal.abort())).toBe(0)
  expect(await streamAudit(platform, sink)).toBeGreaterThan(0)
})
