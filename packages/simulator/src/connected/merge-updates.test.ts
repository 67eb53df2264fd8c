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

test('answered times and the name of the endorsement replace the pending ones', () => {
  const pending = { policyStartTimestamp: '1', policyEndTimestamp: '9', endorsementName: 'old' }
  const answer = { policyEndTimestamp: 8, endorsementName: 'new', endorsementEffectiveTimestamp: '5' }
  expect(mergeUpdates(pending, answer)).toEqual({
    policyStartTimestamp: '1',
    policyEndTimestamp: '8',
    endorsementName: 'new',
    endorsementEffectiveTimestamp: '5',
  })
})

test('scalars count as lists of one in the perils of an updated exposure too', () => {
  const update = { exposureLocator: 'e', addPerils: [{ name: 'collision', fieldValues: { deductible: 500 } }] }
  expect(mergeUpdates({}, { updateExposures: [update] }).updateExposures?.[0]?.addPerils).toEqual([
    { name: 'collision', fieldValues: { deductible: ['500'] } },
  ])
})
