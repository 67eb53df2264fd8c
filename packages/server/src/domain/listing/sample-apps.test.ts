import { expect, it } from 'vitest'
import { isSample } from './sample-apps.ts'

it('the applications of the demo world are samples on a laptop, and nowhere else', () => {
  expect(isSample({ name: 'acme/rater' }, true)).toBe(true)
  expect(isSample({ name: 'acme/rater' }, false)).toBe(false)
  expect(isSample({ name: 'acme/quotes' }, true)).toBe(false)
})
