import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPartAt, isId, momentOf, newId, withPrefix } from './ids.ts'

test('an id is its prefix and 26 lower-case characters', () => {
  expect(newId('lst')).toMatch(/^lst_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(isId('lst', newId('lst'))).toBe(true)
  expect(isId('rel', newId('lst'))).toBe(false)
})

test('ids made later sort after ids made earlier', () => {
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [first, second] = [newId('x', new Date(a)), newId('x', new Date(b))]
      return a === b || a < b === first < second
    }),
  )
})

test('an id tells when it was made', () => {
  const at = new Date('2026-03-01T10:00:00.123Z')
  expect(momentOf(newId('x', at).slice(2))).toEqual(at)
})

test('the first part of a moment sorts before every id made then', () => {
  const now = new Date()
  expect(newId('x', now) >= `x_${firstPartAt(now)}`).toBe(true)
})

test('one row may be named under two prefixes', () => {
  const event = newId('evt')
  expect(withPrefix('dlv', event).slice(4)).toBe(event.slice(4))
})
