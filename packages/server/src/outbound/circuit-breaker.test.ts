import { expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const at = (seconds: number) => new Date(seconds * 1000)

it('the breaker opens after five failures in a row, then lets one call at a time probe whether the system is back', () => {
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
