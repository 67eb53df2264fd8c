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

test('a statement that takes a route takes those that are next along, which are given back unless they are served soon', async () => {
  const { leases, take, giveBack } = setUp()
  await leases.take(['a'])
  expect(await leases.take(['b'], () => ['a', 'c', 'd', 'theirs'])).toEqual(new Set(['b']))
  expect(await leases.take(['c'], () => ['e'])).toEqual(new Set(['c']))
  expect(take.mock.calls).toEqual([[['a']], [['b', 'c', 'd', 'theirs']]])
  await vi.advanceTimersByTimeAsync(250)
  expect(giveBack.mock.calls).toEqual([[['d']]])
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

test('a lease that is about to end is moved forward before more is claimed', async () => {
  const { leases, take } = setUp()
  await leases.take(['a'])
  vi.advanceTimersByTime(2_999)
  await leases.take(['a'])
  expect(take).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  await leases.take(['a'])
  expect(take).toHaveBeenCalledTimes(2)
})

/** A heartbeat is on its way for the route, which comes to rest meanwhile. */
async function restWhileAsking() {
  const { leases, take, giveBack } = setUp()
  await leases.take(['a'])
  const answer = Promise.withResolvers<Set<string>>()
  take.mockReturnValueOnce(answer.promise)
  const renewed = leases.renew(['a'])
  leases.idle('a')
  return { leases, giveBack, renewed, answered: () => answer.resolve(new Set(['a'])) }
}

test('a route is not given back while its lease is being asked for, but soon after', async () => {
  const { giveBack, renewed, answered } = await restWhileAsking()
  await vi.advanceTimersByTimeAsync(250)
  expect(giveBack).not.toHaveBeenCalled()
  answered()
  await renewed
  await vi.advanceTimersByTimeAsync(250)
  expect(giveBack.mock.calls).toEqual([[['a']]])
})

test('at the end, what is being asked for is awaited and given back', async () => {
  const { leases, giveBack, answered } = await restWhileAsking()
  const stopped = leases.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(giveBack).not.toHaveBeenCalled()
  answered()
  await stopped
  expect(giveBack).toHaveBeenCalledExactlyOnceWith(['a'])
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
