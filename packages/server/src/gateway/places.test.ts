import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReservedPath, splitTarget } from '../domain/route/route-path.ts'
import { createPlaces } from './places.ts'

const piece = fc.constantFrom(
  '/',
  'r1',
  'any',
  '..',
  '.',
  '%2e',
  '%2f',
  '%',
  '?',
  '#',
  'a=b',
  '//',
  'health',
  '_app',
  ';x',
  '\\',
  'É',
  '',
)

test('what is remembered says the same as the rule, whatever the target', () => {
  const places = createPlaces()
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = `/${pieces.join('')}`
      const split = splitTarget(target)
      const expected = { ...split, reserved: split.ok && isReservedPath(split.path) }
      expect(places(target)).toEqual(expected)
      expect(places(target)).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})
