import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDelayedFlush } from './delayed-flush.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sets no timer while nothing waits, and one however much does', async () => {
  const write = vi.fn(async () => {})
  const flushing = createDelayedFlush(write, 100, () => {})
  expect(vi.getTimerCount()).toBe(0)
  for (let notes = 0; notes < 3; notes += 1) flushing.noted()
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(write).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('waits for a write in progress, and writes what was noted meanwhile', async () => {
  const slow = Promise.withResolvers<void>()
  const write = vi.fn(() => slow.promise)
  const flushing = createDelayedFlush(write, 100, () => {})
  flushing.noted()
  await vi.advanceTimersByTimeAsync(100)
  flushing.noted()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(write).toHaveBeenCalledTimes(1)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(write).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

it('tells an error, and writes later what was noted again', async () => {
  const failures: unknown[] = []
  let tries = 0
  const flushing = createDelayedFlush(
    async () => {
      tries += 1
      if (tries > 1) return
      flushing.noted()
      throw new Error('away')
    },
    100,
    (error) => failures.push(error),
  )
  flushing.noted()
  await vi.advanceTimersByTimeAsync(200)
  expect([tries, failures.length]).toEqual([2, 1])
})

it('writes a last time at the end, and sets no timer afterwards', async () => {
  const write = vi.fn(async () => {})
  const flushing = createDelayedFlush(write, 100, () => {})
  flushing.noted()
  await flushing.stop()
  flushing.noted()
  expect(write).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
