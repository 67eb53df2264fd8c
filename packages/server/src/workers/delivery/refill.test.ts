import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefill } from './refill.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const look = vi.fn()
  const refill = createRefill(look, (error) => {
    throw error
  })
  return { look, refill }
}

test('room is filled as soon as a quarter of it is free', () => {
  const { look, refill } = setUp()
  for (let ended = 0; ended < 7; ended += 1) refill.ended(32)
  expect(look).not.toHaveBeenCalled()
  refill.ended(32)
  expect(look).toHaveBeenCalledOnce()
})

test('a single place that is free is filled after a moment', () => {
  const { look, refill } = setUp()
  refill.ended(100)
  refill.ended(100)
  vi.advanceTimersByTime(10)
  expect(look).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(100)
  expect(look).toHaveBeenCalledOnce()
})

test('the last delivery on its way leaves no pause', () => {
  const { look, refill } = setUp()
  refill.ended(0)
  expect(look).toHaveBeenCalledOnce()
})
