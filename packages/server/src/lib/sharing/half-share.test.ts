import { expect, test } from 'vitest'
import { createHalfShare } from './half-share.ts'

test('one party has at most half, and others have the rest', () => {
  const share = createHalfShare(10)
  expect([share.take('a', 4), share.take('a'), share.take('a')]).toEqual([true, true, false])
  expect([share.take('b', 3), share.take('c', 3), share.take('c', 2)]).toEqual([true, false, true])
  share.give('a', 5)
  expect([share.held, share.take('a', 5), share.take('b')]).toEqual([5, true, false])
})
