import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { CallRecord } from '../../store/call/calls.ts'
import type { Pool } from '../../store/database/pool.ts'
import { textsOfArray } from '../../testing/database/texts-of-array.ts'
import { createCallRecorder } from './call-recorder.ts'

const call: CallRecord = {
  ...{ id: 'cal_1', installationId: 'ins_1', organizationId: 'org_1', listingId: 'lst_1', instanceId: null },
  ...{ kind: 'rater', method: 'POST', path: '/rate', at: new Date(), status: 200, code: null, durationMs: 1 },
  ...{ requestSize: 1, answerSize: 1, requestId: 'req_1', traceId: null, fallback: null },
}

/** A database that keeps writers waiting until it is released. */
function slowPool() {
  const release = Promise.withResolvers<void>()
  const batches: number[] = []
  const query = async ({ values: [ids] }: { values: [Buffer] }) => {
    batches.push(textsOfArray(ids).length)
    await release.promise
  }
  return { pool: { query } as unknown as Pool, batches, release: release.resolve }
}

const of = (installationId: string) => ({ ...call, installationId })

test('one installation has at most half of the queued records; those of others are kept', async () => {
  const { pool, release } = slowPool()
  const recorder = createCallRecorder(pool, silentLog)
  for (let index = 0; index < 6_000; index += 1) recorder.record(of('busy'))
  expect(recorder.dropped).toBe(1_000)
  for (let index = 0; index < 5_000; index += 1) recorder.record(of('calm'))
  expect(recorder.dropped).toBe(1_000)
  release()
  await recorder.drain()
})

test('records are written in batches; what is too much to hold is dropped and counted, and nobody waits', async () => {
  const { pool, batches, release } = slowPool()
  const recorder = createCallRecorder(pool, silentLog)
  for (let index = 0; index < 10_100; index += 1) recorder.record(of(index % 2 === 0 ? 'a' : 'b'))
  expect(recorder.dropped).toBe(100)
  release()
  await recorder.drain()
  expect(batches.reduce((sum, size) => sum + size)).toBe(10_000)
  expect(Math.max(...batches)).toBe(500)
})

test('records that cannot be written are dropped, and the next ones are written', async () => {
  let broken = true
  let written = 0
  const query = async () => {
    if (broken) throw new Error('away')
    written += 1
  }
  const recorder = createCallRecorder({ query } as unknown as Pool, silentLog)
  recorder.record(call)
  await recorder.drain()
  broken = false
  recorder.record(call)
  await recorder.drain()
  expect([recorder.dropped, written]).toEqual([1, 1])
})
