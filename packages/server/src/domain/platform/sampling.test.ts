import { expect, it } from 'vitest'
import { createSampling } from './sampling.ts'

const idOf = (place: number) =>
  `${'a'.repeat(24)}${Math.floor(place * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}`
const step = (place: number, change: object = {}) => {
  return { traceId: idOf(place), error: null, startMs: 1_000_000, endMs: 1_000_020, ...change }
}

it('keeps failures and slow ones always, and of the others the same share everywhere', () => {
  const none = createSampling(0)
  expect(none(step(0))).toBe(false)
  expect(none(step(0.9, { endMs: 1_001_000 }))).toBe(true)
  expect(none(step(0.9, { error: 'app_timeout' }))).toBe(true)
  const half = createSampling(0.5)
  expect(half(step(0.49))).toBe(true)
  expect(half(step(0.51))).toBe(false)
  expect(createSampling(1)(step(0.999))).toBe(true)
})

it('a busy process exports a bounded number, the traces with the lowest ids, and all again when it is quiet', () => {
  const sampling = createSampling(1, 10)
  const inSecond = (second: number, count: number) =>
    Array.from({ length: count }, (_, index) => index / count).filter((place) =>
      sampling(step(place, { startMs: second * 1000, endMs: second * 1000 + 1 })),
    )
  expect(inSecond(1, 1000)).toHaveLength(20)
  const lowered = inSecond(2, 1000)
  expect(lowered.length).toBeLessThanOrEqual(11)
  expect(Math.max(...lowered)).toBeLessThan(0.012)
  expect(inSecond(3, 5).length).toBeLessThanOrEqual(5)
  expect(inSecond(4, 5)).toHaveLength(5)
  expect(sampling(step(0.99, { error: 'app_timeout' }))).toBe(true)
})
