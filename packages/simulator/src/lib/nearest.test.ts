import { expect, test } from 'vitest'
import { nearest, unknownName } from './nearest.ts'

test.each([
  ['vinn', ['make', 'vin'], 'vin'],
  ['mkae', ['make', 'model'], 'make'],
  ['first-name', ['first_name', 'last_name'], 'first_name'],
  ['garagingZip', ['garaging_zip'], 'garaging_zip'],
  ['colour', ['vin', 'make'], undefined],
  ['x'.repeat(10_000), ['vin'], undefined],
])('the name probably meant by %s is found', (name, known, meant) => {
  expect(nearest(name, known)).toBe(meant)
})

test('an unknown name is reported with the one probably meant and those there are', () => {
  expect(unknownName('The exposure "vehicle"', 'field', 'vinn', ['vin', 'make'])).toBe(
    'The exposure "vehicle" has no field "vinn". Did you mean "vin"? It has: vin, make.',
  )
  expect(unknownName('The peril "fire"', 'field', 'limit', [])).toBe(
    'The peril "fire" has no field "limit". It has none.',
  )
})
