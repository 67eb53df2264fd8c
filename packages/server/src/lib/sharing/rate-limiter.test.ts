import { expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const at = (seconds: number) => new Date(seconds * 1000)

it('allows a number of requests in a window and says when the next begins', () => {
  const limiter = createRateLimiter({ max: 2, windowMs: 60_000, keys: 10 })
  expect(limiter.take('a', at(0))).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  expect(limiter.take('a', at(10))).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 50 })
  expect(limiter.take('a', at(20))).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 40 })
  expect(limiter.take('b', at(20))).toMatchObject({ allowed: true })
  expect(limiter.take('a', at(60))).toMatchObject({ allowed: true, remaining: 1 })
})

it('takes back what was counted for the wrong key', () => {
  const limiter = createRateLimiter({ max: 1, windowMs: 60_000, keys: 10 })
  limiter.take('a', at(0))
  limiter.giveBack('a')
  expect(limiter.take('a', at(1)).allowed).toBe(true)
})

it('keeps a bounded number of keys, however many are invented', () => {
  const limiter = createRateLimiter({ max: 1, windowMs: 60_000, keys: 2 })
  for (const key of ['a', 'b', 'c']) limiter.take(key, at(0))
  expect(limiter.take('c', at(1)).allowed).toBe(false)
  expect(limiter.take('a', at(1)).allowed).toBe(true)
})
