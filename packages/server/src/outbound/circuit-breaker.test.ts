import { expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const at = (seconds: number) => new Date(seconds * 1000)

it('a system that failed five times in a row rests, and then one call at a time finds out whether it is back', () => {
  const breaker = createCircuitBreaker()
  for (let i = 0; i < 4; i++) breaker.failed('a', at(0))
  expect(breaker.restMs('a', at(0))).toBe(0)
  breaker.failed('a', at(0))
  expect(breaker.restMs('a', at(4))).toBe(6000)
  expect(breaker.restMs('b', at(4))).toBe(0)
  expect(breaker.restMs('a', at(11))).toBe(0)
  expect(breaker.restMs('a', at(11))).toBeGreaterThan(0)
  breaker.succeeded('a')
  expect(breaker.restMs('a', at(11))).toBe(0)
})
