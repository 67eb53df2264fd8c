import { expect, test } from 'vitest'
import { mergeUpdates } from './merge-updates.ts'

const vehicle = (fieldValues: Record<string, string[]>) => ({
  exposureName: 'vehicle',
  fieldValues,
  fieldGroups: [],
  perils: [{ name: 'collision' }],
})

test('answered field values are merged name by name, and scalars count as lists of one', () => {
  const merged = mergeUpdates({ fieldValues: { a: ['1'], b: ['2'] } }, { fieldValues: { b: 3, c: ['4', '5'] } })
  expect(merged.fieldValues).toEqual({ a: ['1'], b: ['3'], c: ['4', '5'] })
})

test('an answered exposure completes the pending one at its place and keeps its perils', () => {
  const merged = mergeUpdates(
    { addExposures: [vehicle({ vin: ['X'] })] },
    { addExposures: [{ exposureName: 'vehicle', fieldValues: { make: 'Volvo' } }] },
  )
  expect(merged.addExposures).toEqual([vehicle({ vin: ['X'], make: ['Volvo'] })])
})

test('an answered exposure of another name is added', () => {
  const merged = mergeUpdates(
    { addExposures: [vehicle({})] },
    { addExposures: [{ exposureName: 'trailer', fieldValues: {} }] },
  )
  expect(merged.addExposures?.map((item) => item.exposureName)).toEqual(['vehicle', 'trailer'])
})

test('what an answer leaves out stays as it was', () => {
  const pending = { policyStartTimestamp: '1', fieldValues: { a: ['1'] }, removeExposures: ['x'] }
  expect(mergeUpdates(pending, {})).toEqual(pending)
})
