import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { Pool } from '../../store/database/pool.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { createFieldRecorder } from './field-recorder.ts'
import type { HeldCall } from './held-call.ts'

const route = testRoute()

const call = (change: Partial<HeldCall> = {}): HeldCall => ({
  id: 'cal_1',
  route,
  kind: 'autofill',
  path: '/fill',
  query: '',
  at: new Date('2026-11-17T10:00:00Z'),
  durationMs: 1,
  timeoutMs: 1_000,
  request: Buffer.from('{"updates":{"fieldValues":{"vin":["SECRET-VIN"]}}}'),
  answer: Buffer.from('{"fieldValues":{"make":["SECRET-MAKE"]}}'),
  status: 200,
  code: null,
  fallback: null,
  ...change,
})

type Row = { name: string; sent: number; changed: number; unread: number }

/** Fails as often as told, then adds up what it is given. */
function testPool(failures = 0) {
  const sums = new Map<string, Row>()
  const texts: string[] = []
  const query = async ({ values }: { values: string[] }) => {
    if (failures > 0) {
      failures -= 1
      throw new Error('away')
    }
    texts.push(JSON.stringify(values))
    for (const row of JSON.parse(values[3] ?? '[]') as Row[]) {
      const { name, sent, changed, unread } = sums.get(row.name) ?? { ...row, sent: 0, changed: 0, unread: 0 }
      sums.set(row.name, { name, sent: sent + row.sent, changed: changed + row.changed, unread: unread + row.unread })
    }
  }
  return { sums, texts, pool: { query } as unknown as Pool }
}

test('names are added up and no value is written; what an app did not answer is not changed by it', async () => {
  const { sums, texts, pool } = testPool()
  const recorder = createFieldRecorder(pool, silentLog)
  for (let index = 0; index < 3; index += 1) recorder.observe(call())
  recorder.observe(call({ fallback: 'skipped' }))
  await recorder.drain()
  expect([...sums.values()]).toEqual([
    { name: 'vin', sent: 4, changed: 0, unread: 0 },
    { name: 'make', sent: 0, changed: 3, unread: 0 },
  ])
  expect(texts).toHaveLength(1)
  expect(texts.join()).not.toContain('SECRET')
})

test('counts wait for a database that is away', async () => {
  const { sums, pool } = testPool(1)
  const recorder = createFieldRecorder(pool, silentLog)
  recorder.observe(call())
  await recorder.drain()
  expect(sums.size).toBe(0)
  recorder.observe(call())
  await recorder.drain()
  expect(sums.get('vin')?.sent).toBe(2)
})

test('bodies that are too large or too many are counted as unread, names beyond the bound as overflow', async () => {
  const { sums, pool } = testPool()
  const recorder = createFieldRecorder(pool, silentLog, { bodyBytes: 200, waitingBytes: 400, names: 3 })
  recorder.observe(call({ request: Buffer.alloc(300) }))
  recorder.observe(call())
  recorder.observe(call())
  recorder.observe(call())
  await recorder.drain()
  expect(sums.get('')?.unread).toBe(2)
  const many = Buffer.from(JSON.stringify({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }))
  recorder.observe(call({ request: many, answer: Buffer.alloc(0) }))
  await recorder.drain()
  expect(sums.get('')?.sent).toBeGreaterThan(0)
  expect(sums.size).toBeLessThanOrEqual(7)
})
