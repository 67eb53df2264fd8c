import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { createRequestIds } from './request-ids.ts'

test('ids are 26 characters, all different, and sort by time', () => {
  const next = createRequestIds(seededRandom('ids'))
  const ids = Array.from({ length: 100 }, (_, index) => next(new Date(1_700_000_000_000 + Math.floor(index / 10))))
  expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(100)
  expect(ids.toSorted()).toEqual(ids)
})
