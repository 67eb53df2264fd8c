import { expect, test } from 'vitest'
import type { Policy } from '../core/connected-policy.ts'
import { commercialProperty } from '../seed/commercial-property.ts'
import { personalAuto } from '../seed/personal-auto.ts'
import { applyUpdates } from './apply-updates.ts'
import { checkTerm } from './check-term.ts'
import { checkUpdates } from './check-updates.ts'
import { mergeUpdates } from './merge-updates.ts'

let count = 0
const empty: Policy = {
  ...{ locator: '1', policyholderLocator: 'h', productLocator: 'p', productName: 'personal-auto', state: 'draft' },
  ...{ createdTimestamp: '0', updatedTimestamp: '0', characteristics: [], exposures: [], currency: 'USD' },
  ...{ fees: [], documents: [], invoices: [] },
}
const vehicle = { exposureName: 'vehicle', fieldValues: { vin: ['X'] }, perils: [{ name: 'collision' }] }
const drivers = { fieldName: 'drivers', fieldValues: { first_name: ['Ada'] } }
const whole = { fieldValues: { channel: ['Direct'] }, addFieldGroups: [drivers], addExposures: [vehicle] }
const policy = applyUpdates(empty, mergeUpdates({}, whole), '0', () => `l${count++}`)
const exposureLocator = policy.exposures[0]?.locator ?? ''
const perilLocator = policy.exposures[0]?.perils[0]?.locator ?? ''
const fieldGroupLocator = Object.keys(policy.characteristics[0]?.fieldGroupsByLocator ?? {})[0] ?? ''

test('a change that names only what there is has no problem, of whatever level', () => {
  expect(checkUpdates({ ...whole, policyholderLocator: 'h', ok: true, fieldGroups: null }, personalAuto)).toEqual([])
  const change = {
    updateFieldGroups: [{ fieldGroupLocator, ...drivers }],
    removeFieldGroups: [fieldGroupLocator],
    updateExposures: [
      {
        exposureLocator,
        fieldValues: { make: 'Volvo' },
        addPerils: [{ name: 'comprehensive', fieldValues: { deductible: '250' } }],
        updatePerils: [{ perilLocator, fieldValues: { deductible: ['500'] }, deductible: 500 }],
        removePerils: [perilLocator],
      },
    ],
    removeExposures: [exposureLocator],
  }
  expect(checkUpdates(change, personalAuto, policy)).toEqual([])
  const equipment = { fieldName: 'equipment', fieldValues: { value: 1 } }
  const location = { exposureName: 'location', fieldGroups: [equipment] }
  expect(checkUpdates({ addExposures: [location] }, commercialProperty)).toEqual([])
})

test.each([
  ['a field of the policy', { fieldValues: { chanel: ['x'] } }, 'no field "chanel". Did you mean "channel"?'],
  ['a field group', { addFieldGroups: [{ fieldName: 'driver' }] }, 'no field group "driver". Did you mean "drivers"?'],
  [
    'a field of a group',
    { addFieldGroups: [{ ...drivers, fieldValues: { firstname: 'A' } }] },
    'The field group "drivers" has no field "firstname". Did you mean "first_name"?',
  ],
  ['an exposure', { addExposures: [{ exposureName: 'vehicel' }] }, 'no exposure "vehicel". Did you mean "vehicle"?'],
  [
    'a field of an exposure',
    { addExposures: [{ ...vehicle, fieldValues: { vinn: 'X' } }] },
    'The exposure "vehicle" has no field "vinn". Did you mean "vin"? It has: vin, make, model',
  ],
  [
    'a peril',
    { addExposures: [{ ...vehicle, perils: [{ name: 'colision' }] }] },
    'The exposure "vehicle" has no peril "colision". Did you mean "collision"?',
  ],
  [
    'a field of a peril',
    { updateExposures: [{ exposureLocator, updatePerils: [{ perilLocator, fieldValues: { limit: '1' } }] }] },
    'The peril "collision" has no field "limit". It has: deductible.',
  ],
  ['an exposure of the policy', { updateExposures: [{ exposureLocator: 'x' }] }, 'no exposure with the locator "x"'],
  ['a removed exposure', { removeExposures: ['x'] }, 'The policy has no exposure with the locator "x".'],
  [
    'a removed peril',
    { updateExposures: [{ exposureLocator, removePerils: ['x'] }] },
    'The exposure "vehicle" has no peril with the locator "x".',
  ],
  ['an updated group', { updateFieldGroups: [{ ...drivers, fieldGroupLocator: 'x' }] }, 'field group with the locator'],
  ['a property', { fieldValue: {} }, 'There is no property "fieldValue". Did you mean "fieldValues"?'],
  ['a list', { addExposures: vehicle }, '"addExposures" must be a list of objects.'],
  ['values', { fieldValues: ['x'] }, '"fieldValues" must be an object'],
])('%s that is not known is named, with what there is', (_what, change, words) => {
  const problems = checkUpdates(change, personalAuto, policy)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(words)
})

test.each([
  [{ policyStartTimestamp: 'tomorrow' }, '"policyStartTimestamp" must be a string of milliseconds'],
  [{ policyStartTimestamp: '9', policyEndTimestamp: '9' }, 'start before it ends'],
  [{ policyStartTimestamp: '5', policyEndTimestamp: '9', endorsementEffectiveTimestamp: '4' }, 'within the term'],
  [{ policyStartTimestamp: '5', policyEndTimestamp: '9', endorsementEffectiveTimestamp: '9' }, 'within the term'],
])('a term must be well-formed, in order, and hold the effective time: %j', (updates, words) => {
  expect(checkTerm(updates)).toEqual([expect.stringContaining(words)])
})

test('a term that is well-formed, or not given, has no problem', () => {
  const term = { policyStartTimestamp: '5', policyEndTimestamp: '9', endorsementEffectiveTimestamp: '5' }
  expect([checkTerm(term), checkTerm({})]).toEqual([[], []])
})
