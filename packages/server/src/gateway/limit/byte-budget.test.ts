import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const limits = { all: 1_000, app: 600, organization: 500, route: 300, shares: 3 }
const of = (routeId: string, organizationId = `of ${routeId}`, listingId = `app of ${routeId}`) => ({
  routeId,
  organizationId,
  listingId,
})

test('a route holds no more bytes than it may, and what it gives back is there for the next', () => {
  const budget = createByteBudget(limits)
  const first = budget.share(of('r'))
  const second = budget.share(of('r'))
  expect([first?.take(200), second?.take(101), second?.take(100), second?.take(1)]).toEqual([true, false, true, false])
  first?.leave()
  first?.leave()
  expect([first?.take(1), second?.take(200), second?.take(1)]).toEqual([false, true, false])
})

test('a route has no more exchanges at once than it may, others have their own', () => {
  const budget = createByteBudget(limits)
  const some = [1, 2, 3].map(() => budget.share(of('r')))
  expect(some.includes(undefined)).toBe(false)
  expect(budget.share(of('r'))).toBeUndefined()
  expect(budget.share(of('other'))).toBeDefined()
  some[0]?.leave()
  expect(budget.share(of('r'))).toBeDefined()
})

test('an organization with many routes leaves the last quarter of an application and of all to others', () => {
  const budget = createByteBudget(limits)
  const taken = ['a', 'b', 'c', 'd'].map((route) => budget.share(of(route, 'greedy', 'app'))?.take(150))
  expect(taken).toEqual([true, true, false, false])
  expect(budget.share(of('honest', 'other', 'app'))?.take(150)).toBe(true)
  expect(budget.share(of('small', 'third', 'app'))?.take(37)).toBe(true)
  expect(budget.share(of('large', 'fourth', 'app'))?.take(200)).toBe(false)
  expect(budget.share(of('e', 'greedy', 'another app'))?.take(50)).toBe(true)
})

test('when all is nearly taken, a party that holds little still has room', () => {
  const budget = createByteBudget(limits)
  for (const route of ['a', 'b', 'c']) expect(budget.share(of(route))?.take(250)).toBe(true)
  expect(budget.share(of('large'))?.take(100)).toBe(false)
  expect(budget.share(of('small'))?.take(60)).toBe(true)
})
