import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeadlines, type Waiter } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a waiter that is still there at its deadline is told once, not before and hardly after', () => {
  const deadlines = createDeadlines(1_000, () => {})
  const told: string[] = []
  const waiter = (name: string): Waiter => ({
    onDeadline: () => void told.push(name),
    dueAt: 0,
    earlier: undefined,
    later: undefined,
  })
  const leaver = waiter('leaver')
  deadlines.add(leaver, performance.now())
  deadlines.add(waiter('first'), performance.now())
  vi.advanceTimersByTime(600)
  deadlines.add(waiter('second'), performance.now())
  deadlines.delete(leaver)
  vi.advanceTimersByTime(390)
  expect(told).toEqual([])
  vi.advanceTimersByTime(260)
  expect(told).toEqual(['first'])
  vi.advanceTimersByTime(600)
  expect(told).toEqual(['first', 'second'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a waiter that fails is reported, and the others are told', () => {
  const failures: unknown[] = []
  const deadlines = createDeadlines(1_000, (error) => failures.push(error))
  const told: string[] = []
  const waiter = (onDeadline: () => void): Waiter => ({ onDeadline, dueAt: 0, earlier: undefined, later: undefined })
  const broken = waiter(() => {
    throw new Error('broken')
  })
  deadlines.add(broken, performance.now())
  deadlines.add(
    waiter(() => told.push('next')),
    performance.now(),
  )
  vi.advanceTimersByTime(1_250)
  expect(failures).toEqual([new Error('broken')])
  expect(told).toEqual(['next'])
})
