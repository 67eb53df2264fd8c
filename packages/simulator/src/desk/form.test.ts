import { expect, test } from 'vitest'
import { type FormGroup, field, filledNames, fittingKind, withValues } from './form.ts'

const vehicle = (at: string, make: string, checked?: boolean): FormGroup => ({
  title: 'Vehicle',
  fields: [field(`${at}.vin`, 'VIN', { value: 'V1' }), field(`${at}.make`, 'Make', { value: make })],
  groups: [],
  ...(checked === undefined ? {} : { choice: { name: at, label: 'Add a vehicle', checked } }),
})

test('what was filled in is found by its place, for a new part gets its locator only when it is created', () => {
  const sent = [vehicle('new.vehicle', '', true)]
  expect(filledNames(sent, [vehicle('exposure.1', 'Honda'), vehicle('new.vehicle', '', false)])).toEqual([
    'exposure.1.make',
  ])
  expect(filledNames(sent, [vehicle('exposure.1', '')])).toEqual([])
})

test('a part that an application added is filled in whole', () => {
  const sent = [vehicle('exposure.1', 'Honda')]
  const now = [vehicle('exposure.1', 'Honda'), vehicle('exposure.2', 'Tesla')]
  expect(filledNames(sent, now)).toEqual(['exposure.2.vin', 'exposure.2.make'])
})

test('a refused form keeps what was entered, boxes included', () => {
  const [again] = withValues([vehicle('new.vehicle', '', true)], { 'new.vehicle.make': 'Saab', 'new.vehicle.vin': '' })
  expect(again?.fields.map(({ value }) => value)).toEqual(['', 'Saab'])
  expect(again?.choice?.checked).toBe(false)
})

test.each([
  ['date', '2026-01-31', 'date'],
  ['date', 'soon', 'text'],
  ['number', '12.5', 'number'],
  ['number', 'many', 'text'],
  ['number', '', 'number'],
] as const)(
  'an input of kind %s shows %j as %s, so that no answer of an application is hidden',
  (kind, value, shown) => {
    expect(fittingKind(kind, value)).toBe(shown)
  },
)
