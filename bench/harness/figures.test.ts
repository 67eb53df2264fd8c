import { expect, test } from 'vitest'
import { rangeOf, ratios, shownRange } from './figures.ts'

test('a range is median, least and most', () => {
  expect(rangeOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
  expect(rangeOf([4, 1, 2, 3]).median).toBe(2.5)
  expect(shownRange({ median: 1, min: 0.5, max: 2 })).toBe('1.00 (0.50–2.00)')
})

test('ratios are taken round by round', () => {
  expect(ratios([1, 20], [2, 10])).toEqual({ median: 1.25, min: 0.5, max: 2 })
})
