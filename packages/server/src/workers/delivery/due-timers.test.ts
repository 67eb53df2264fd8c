import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDueTimers } from './due-timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a route is woken just after its delivery is due, and at once where that moment has passed', () => {
  const woken: string[] = []
  const timers = createDueTimers((id) => woken.push(id), vi.fn())
  timers.later('late', -1_000)
  timers.later('soon', 1_000)
  vi.advanceTimersByTime(999)
  expect(woken).toEqual(['late'])
  vi.advanceTimersByTime(6)
  expect(woken).toEqual(['late', 'soon'])
})

test('what is due in more than a minute is left to the scan, and nothing wakes after the end', () => {
  const wake = vi.fn()
  const timers = createDueTimers(wake, vi.fn())
  timers.later('far', 60_001)
  timers.later('near', 60_000)
  timers.clear()
  vi.advanceTimersByTime(120_000)
  expect(wake).not.toHaveBeenCalled()
})

test('a failure is reported with its route and does not reach the process', () => {
  const failed = vi.fn()
  const error = new Error('no')
  const timers = createDueTimers(() => {
    throw error
  }, failed)
  timers.later('one', 0)
  vi.advanceTimersByTime(10)
  expect(failed).toHaveBeenCalledExactlyOnceWith(error, 'one')
})
