import { expect, it } from 'vitest'
import { latencyQuantile } from './latency.ts'
import { addTo, countRequest, noRequests, type RequestCount } from './request-count.ts'

const counted = (...times: number[]): RequestCount => {
  const count = noRequests()
  for (const durationMs of times) countRequest(count, { durationMs, failed: false })
  return count
}

it('the slowest of counts that are added up is known where all of them know theirs', () => {
  const sum = noRequests()
  addTo(sum, counted(3, 40))
  addTo(sum, noRequests())
  addTo(sum, counted(7))
  expect(sum).toMatchObject({ requests: 3, slowestMs: 40 })
})

it('one part of which the slowest is not known makes that of the sum unknown, in any order', () => {
  const before = { ...counted(900), slowestMs: 0 }
  for (const parts of [
    [before, counted(8)],
    [counted(8), before],
  ]) {
    const sum = noRequests()
    for (const part of parts) addTo(sum, part)
    countRequest(sum, { durationMs: 5, failed: false })
    expect(sum).toMatchObject({ requests: 3, slowestMs: 0 })
  }
})

it('an answer within half a millisecond counts as known', () => {
  expect(counted(0.2).slowestMs).toBe(1)
})

it('percentiles of what was counted are those of the times themselves, to a tenth', () => {
  const times = Array.from({ length: 1_000 }, (_, index) => 20 + ((index * 7919) % 1_000) * 0.9)
  const { classes, slowestMs } = counted(...times)
  const sorted = times.toSorted((one, other) => one - other)
  for (const share of [0.5, 0.9, 0.95, 0.99]) {
    const truth = sorted[Math.ceil(share * times.length) - 1] ?? 0
    const told = latencyQuantile(classes, share, slowestMs) ?? 0
    expect(Math.abs(told - truth) / truth).toBeLessThan(0.1)
  }
})

it('a part that was counted in wide classes alone leaves percentiles to the width of those', () => {
  const sum = counted(40, 40)
  addTo(sum, { ...counted(800), classes: counted(800).classes.slice(0, 14) })
  expect(latencyQuantile(sum.classes, 0.95)).toBeGreaterThan(500)
  expect(latencyQuantile(sum.classes, 0.95)).toBeLessThanOrEqual(1_000)
})
