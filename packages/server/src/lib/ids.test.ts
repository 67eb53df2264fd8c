import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPartAt, isId, momentOf, newId, withPrefix } from './ids.ts'
import { seededRandom } from './random.ts'

const random = seededRandom('ids')
const now = new Date('2026-03-01T10:00:00.123Z')

test('an id is its prefix and 26 lower-case characters', () => {
  expect(newId('lst', now, random)).toMatch(/^lst_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(isId('lst', newId('lst', now, random))).toBe(true)
  expect(isId('rel', newId('lst', now, random))).toBe(false)
})

test('ids made later sort after ids made earlier', () => {
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [first, second] = [newId('x', new Date(a), random), newId('x', new Date(b), random)]
      return a === b || a < b === first < second
    }),
  )
})

test('an id tells when it was made', () => {
  expect(momentOf(newId('x', now, random).slice(2))).toEqual(now)
})

test('the first part of a moment sorts before every id made then', () => {
  expect(newId('x', now, random) >= `x_${firstPartAt(now)}`).toBe(true)
})

test('one row may be named under two prefixes', () => {
  const event = newId('evt', now, random)
  expect(withPrefix('dlv', event).slice(4)).toBe(event.slice(4))
})

test('the same moment and the same chance make the same id', () => {
  expect(newId('x', now, seededRandom('one'))).toBe(newId('x', now, seededRandom('one')))
  expect(newId('x', now, seededRandom('one'))).not.toBe(newId('x', now, seededRandom('other')))
})
