import { expect, it } from 'vitest'
import { exampleValue, sampleValue } from './sample-value.ts'

it.each([
  ['what samples usually hold', { name: 'vin', type: 'string' }, '1HGCM82633A004352'],
  ['a choice, not what samples usually hold', { name: 'usage', type: 'select', values: ['Farm', 'Taxi'] }, 'Farm'],
  ['a date', { name: 'effective', type: 'date' }, '2026-01-01'],
  ['a date that may be missing', { name: 'effective', type: 'date?' }, '2026-01-01'],
  ['an amount', { name: 'deductible', type: 'decimal' }, '1'],
  ['a number, where the usual value of that name is none', { name: 'vin', type: 'number' }, '1'],
])('an example of a field is %s', (_, field, value) => {
  expect(exampleValue(field)).toBe(value)
})

it('text that may be anything has no example, and a sample anyway', () => {
  const field = { name: 'remarks', type: 'string' }
  expect([exampleValue(field), sampleValue(field)]).toEqual([undefined, 'Test'])
})
