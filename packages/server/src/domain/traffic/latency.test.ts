import { expect, it } from 'vitest'
import { emptyLatencies, latencyClass, latencyQuantile } from './latency.ts'

const counted = (times: readonly number[]) => {
  const counts = emptyLatencies()
  for (const time of times) counts[latencyClass(time)] = (counts[latencyClass(time)] ?? 0) + 1
  return counts
}

it('tells within which time half and nearly all answers came, to the width of a class', () => {
  const counts = counted([...new Array<number>(90).fill(40), ...new Array<number>(10).fill(800)])
  expect(latencyQuantile(counts, 0.5)).toBeGreaterThan(25)
  expect(latencyQuantile(counts, 0.5)).toBeLessThanOrEqual(50)
  expect(latencyQuantile(counts, 0.95)).toBeGreaterThan(500)
  expect(latencyQuantile(counts, 0.95)).toBeLessThanOrEqual(1_000)
})

it('knows nothing without answers, and no more than its last bound of very slow ones', () => {
  expect(latencyQuantile(emptyLatencies(), 0.5)).toBeNull()
  expect(latencyQuantile(counted([90_000]), 0.5)).toBe(30_000)
})

it('is never above the slowest answer, and knows it where all others are beyond the last bound', () => {
  expect(latencyQuantile(counted([3]), 0.95, 3)).toBe(3)
  expect(latencyQuantile(counted([501, 502, 503]), 0.95, 503)).toBe(503)
  expect(latencyQuantile(counted([40, 40, 40]), 0.5, 40)).toBeLessThanOrEqual(40)
  expect(latencyQuantile(counted([90_000]), 0.5, 90_000)).toBe(90_000)
})
