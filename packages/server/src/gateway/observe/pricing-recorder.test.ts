import { expect, test, vi } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { Pool } from '../../store/database/pool.ts'
import { textsOfArray } from '../../testing/database/texts-of-array.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import type { HeldCall } from './held-call.ts'
import { createPricingRecorder } from './pricing-recorder.ts'

const route = testRoute()
const call = (change: Partial<HeldCall> = {}): HeldCall => ({
  id: 'cal_1',
  route,
  kind: 'rater',
  path: '/rate',
  query: '',
  at: new Date(),
  durationMs: 1,
  timeoutMs: 1_000,
  request: Buffer.from('{"operation":"renewal","policy":{"productName":"auto"}}'),
  answer: Buffer.from('{"pricedPerilCharacteristics":{"a":{"premium":1}}}'),
  status: 200,
  code: null,
  fallback: null,
  ...change,
})

/** Fails as often as told, then keeps the ids it is given. */
function testPool(failures = 0) {
  const ids: string[] = []
  const query = async ({ values: [given] }: { values: [Buffer] }) => {
    if (failures > 0) {
      failures -= 1
      throw new Error('away')
    }
    ids.push(...textsOfArray(given))
  }
  return { ids, pool: { query } as unknown as Pool }
}

test('every rater call is kept, also when the database was away; other calls are not', async () => {
  const { ids, pool } = testPool(2)
  const recorder = createPricingRecorder(pool, silentLog, { batch: 3, retryMs: 1 })
  for (let index = 0; index < 7; index += 1) recorder.observe(call({ id: `cal_${index}` }))
  recorder.observe(call({ kind: 'autofill' }))
  await recorder.drain()
  expect(ids).toEqual(Array.from({ length: 7 }, (_, index) => `cal_${index}`))
  expect(recorder.dropped).toBe(0)
})

test('bodies that are too much to hold are dropped and counted: one installation holds at most half', async () => {
  const { ids, pool } = testPool()
  const one = call()
  const room = 4 * (one.request.length + one.answer.length)
  const recorder = createPricingRecorder(pool, silentLog, { bytes: room })
  for (let index = 0; index < 5; index += 1) recorder.observe(call({ id: `cal_${index}` }))
  expect(recorder.dropped).toBe(3)
  recorder.observe(call({ id: 'cal_other', route: testRoute() }))
  expect(recorder.dropped).toBe(3)
  await recorder.drain()
  expect(ids).toEqual(['cal_0', 'cal_other', 'cal_1'])
})

test('rows with very many premiums are dropped and counted while the database is away', async () => {
  const { ids, pool } = testPool(1)
  const recorder = createPricingRecorder(pool, silentLog, { premiums: 6, batch: 1, retryMs: 1 })
  const many = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`p${index}`, { premium: 1 }]))
  recorder.observe(call({ id: 'cal_0', answer: Buffer.from(JSON.stringify({ pricedPerilCharacteristics: many })) }))
  for (let index = 1; index < 4; index += 1) recorder.observe(call({ id: `cal_${index}` }))
  await recorder.drain()
  expect(ids).toEqual(['cal_1', 'cal_2', 'cal_3'])
  expect(recorder.dropped).toBe(1)
})

test('a call that cannot be read costs its own row, and is counted', async () => {
  const { ids, pool } = testPool()
  const recorder = createPricingRecorder(pool, silentLog)
  recorder.observe(call({ id: 'cal_broken', path: null as unknown as string }))
  recorder.observe(call({ id: 'cal_next' }))
  await recorder.drain()
  expect([ids, recorder.dropped]).toEqual([['cal_next'], 1])
})

test('large bodies are parsed in a thread, not on the event loop, and the row has its premiums', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const perils = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`peril-${index}`, { premium: 1 }]))
    const answer = Buffer.from(JSON.stringify({ pricedPerilCharacteristics: perils }))
    let written = 0
    const query = async ({ values }: { values: readonly unknown[] }) => {
      written += values.filter((value) => Buffer.isBuffer(value) && value.includes('peril-1999')).length
    }
    const recorder = createPricingRecorder({ query } as unknown as Pool, silentLog, { drainMs: 60_000 })
    recorder.observe(call({ answer }))
    await recorder.drain()
    expect(written).toBeGreaterThan(0)
    expect(parse.mock.calls.filter(([text]) => String(text).length > 300_000)).toEqual([])
  } finally {
    parse.mockRestore()
  }
})
