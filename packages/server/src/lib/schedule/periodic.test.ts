import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPeriodic } from './periodic.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('works at intervals, skips those that find work in progress, and goes on after an error', async () => {
  const failures: unknown[] = []
  const open: (() => void)[] = []
  let begun = 0
  const work = () => {
    begun += 1
    if (begun === 2) throw new Error('once')
    return new Promise<void>((resolve) => open.push(resolve))
  }
  const periodic = startPeriodic(work, 100, (error) => failures.push(error))
  await vi.advanceTimersByTimeAsync(350)
  expect(begun).toBe(1)
  open[0]?.()
  await vi.advanceTimersByTimeAsync(100)
  expect(failures).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(3)
  open[1]?.()
  await periodic.stop()
  await vi.advanceTimersByTimeAsync(500)
  expect(begun).toBe(3)
})

it('works on demand after what is in progress, never beside it', async () => {
  let running = 0
  let most = 0
  const periodic = startPeriodic(
    async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
    },
    1_000,
    () => {},
  )
  await Promise.all([periodic.run(), periodic.run(), periodic.run()])
  expect(most).toBe(1)
  await periodic.stop()
})

it('tells work in progress that it stops', async () => {
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
  const periodic = startPeriodic(work, 100, () => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(signals.map((signal) => signal.aborted)).toEqual([false])
  await periodic.stop()
  expect(signals.map((signal) => signal.aborted)).toEqual([true])
})
