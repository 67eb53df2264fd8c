import { expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const at = (seconds: number) => new Date(seconds * 1000)

it('the breaker opens after five failures in a row, then lets one call at a time probe whether the system is back', () => {
  const breaker = createCircuitBreaker()
  for (let i = 0; i < 4; i++) breaker.failed('a', at(0), 'it did not answer')
  expect(breaker.rest('a', at(0))).toBeUndefined()
  breaker.failed('a', at(0), 'it did not answer')
  expect(breaker.rest('a', at(4))).toEqual({ ms: 6000, reason: 'it did not answer' })
  expect(breaker.rest('b', at(4))).toBeUndefined()
  expect(breaker.rest('a', at(11))).toBeUndefined()
  expect(breaker.rest('a', at(11))).toBeDefined()
  breaker.succeeded('a')
  expect(breaker.rest('a', at(11))).toBeUndefined()
})
