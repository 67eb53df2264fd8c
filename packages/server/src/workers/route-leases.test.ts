import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RouteLeases } from './route-leases.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const take = vi.fn(async (ids: readonly string[]) => new Set(ids.filter((id) => id !== 'theirs')))
  const giveBack = vi.fn(async (_ids: readonly string[]) => {})
  const leases = new RouteLeases({ take, giveBack }, 6_000, (error) => {
    throw error
  })
  return { leases, take, giveBack }
}

test('a route is taken once for as long as its lease lasts', async () => {
  const { leases, take } = setUp()
  expect(await leases.take(['a', 'theirs'])).toEqual(new Set(['a']))
  expect(await leases.take(['a', 'b'])).toEqual(new Set(['a', 'b']))
  vi.advanceTimersByTime(6_000)
  await leases.take(['a'])
  expect(take.mock.calls).toEqual([[['a', 'theirs']], [['b']], [['a']]])
})

test('a route that rests is given back after a moment, unless it is used again', async () => {
  const { leases, giveBack } = setUp()
  await leases.take(['a', 'b'])
  leases.idle('a')
  leases.idle('b')
  await leases.take(['b'])
  await vi.advanceTimersByTimeAsync(250)
  expect(giveBack.mock.calls).toEqual([[['a']]])
})

test('a route that is on its way back is taken again only after it arrived', async () => {
  const { leases, take, giveBack } = setUp()
  await leases.take(['a'])
  const arrived = Promise.withResolvers<void>()
  giveBack.mockReturnValue(arrived.promise)
  leases.idle('a')
  await vi.advanceTimersByTimeAsync(250)
  const again = leases.take(['a'])
  await vi.advanceTimersByTimeAsync(0)
  expect(take).toHaveBeenCalledOnce()
  arrived.resolve()
  expect(await again).toEqual(new Set(['a']))
})

test('a lease that was lost is no longer held', async () => {
  const { leases, take } = setUp()
  await leases.take(['a'])
  take.mockResolvedValue(new Set())
  expect(await leases.renew(['a'])).toEqual(new Set())
  expect(await leases.take(['a'])).toEqual(new Set())
})

test('everything is given back at the end', async () => {
  const { leases, giveBack } = setUp()
  await leases.take(['a', 'b'])
  await leases.stop()
  expect(giveBack).toHaveBeenCalledExactlyOnceWith(['a', 'b'])
})
