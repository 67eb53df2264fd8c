import { expect, it } from 'vitest'
import { satisfiesRange } from './version-range.ts'

it.each([
  ['v24.1.0', '>=20', true],
  ['v18.9.0', '>=20', false],
  ['v22.3.1', '^22.3 || 24.x', true],
  ['v24.9.9', '^22.3 || 24.x', true],
  ['v23.0.0', '^22.3 || 24.x', false],
  ['v20.5.0', '18 - 20', true],
  ['v21.0.0', '18 - 20', false],
  ['v22.1.9', '~22.1', true],
  ['v22.2.0', '~22.1.0', false],
  ['v22.0.0', '>= 20.1 < 23', true],
  ['v22.0.0', '22', true],
  ['v22.0.0', '>22', false],
  ['v22.0.0', '<=22', true],
  ['v22.0.0', '<22', false],
  ['v22.4.0', '22.4.0', true],
  ['v22.4.1', '=22.4.0', false],
  ['v0.3.1', '^0.3.0', true],
  ['v0.4.0', '^0.3.0', false],
  ['v24.0.0', '*', true],
  ['v24.0.0', '', true],
])('version %s in the range "%s": %s', (version, range, fits) => {
  expect(satisfiesRange(version, range)).toBe(fits)
})
