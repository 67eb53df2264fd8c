import type { Characteristics, Policy, PolicyExposure } from '../core/connected-policy.ts'
import type { Exposure, Field, Peril, Product } from '../core/connected-tenant.ts'
import { isRecord, type Json } from '../lib/body.ts'
import { nearest, unknownName } from '../lib/nearest.ts'

const GROUP_LISTS = ['addFieldGroups', 'updateFieldGroups', 'removeFieldGroups'] as const
const UPDATE_KEYS = [
  ...['policyStartTimestamp', 'policyEndTimestamp', 'endorsementName', 'endorsementEffectiveTimestamp'],
  ...['fieldValues', ...GROUP_LISTS, 'addExposures', 'updateExposures', 'removeExposures'],
]
const FIGURES = ['deductible', 'lumpSumPayment', 'indemnityPerItem', 'indemnityPerEvent', 'indemnityInAggregate']
const EXPOSURE_KEYS = ['exposureName', 'fieldValues', 'fieldGroups', 'perils']
const EXPOSURE_UPDATE_KEYS = [
  ...['exposureLocator', 'fieldValues', ...GROUP_LISTS],
  ...['addPerils', 'updatePerils', 'removePerils'],
]
const PERIL_KEYS = ['name', 'perilLocator', 'fieldValues', ...FIGURES]

/**
 * Everything in a change that the product or the policy does not have. It reads the change as it was written, because
 * what is read into shape has already lost what it does not know. Properties that belong to nothing are left alone
 * unless they look like a misspelt one: applications answer more than they are asked for.
 */
export function checkUpdates(given: Json, product: Product, policy?: Policy): string[] {
  const { fields, exposures } = product.policyConfiguration
  const owner = `The product "${product.name}"`
  const existing = policy?.exposures ?? []
  return [
    ...misspelt(given, UPDATE_KEYS),
    ...checkValues(given.fieldValues, owner, fields),
    ...groupChanges(given, owner, fields, policy?.characteristics.at(-1)),
    ...each(given, 'addExposures', (item) => newExposure(item, owner, exposures)),
    ...each(given, 'updateExposures', (item) => exposureUpdate(item, exposures, existing)),
    ...locators(given, 'removeExposures', 'The policy', 'exposure', existing),
  ]
}

/** Unknown names among the values of fields: of a policyholder too. */
export function checkValues(given: unknown, owner: string, fields: readonly Field[]): string[] {
  if (given === undefined || given === null) return []
  if (!isRecord(given)) return [`${owner}: "fieldValues" must be an object of field names and their values.`]
  const known = fields.map(({ name }) => name)
  return Object.keys(given).flatMap((name) => (known.includes(name) ? [] : [unknownName(owner, 'field', name, known)]))
}

function newExposure(item: Json, owner: string, exposures: readonly Exposure[]): string[] {
  const name = String(item.exposureName ?? '')
  const exposure = exposures.find((one) => one.name === name)
  const known = exposures.map((one) => one.name)
  if (!exposure) return [...misspelt(item, EXPOSURE_KEYS), unknownName(owner, 'exposure', name, known)]
  const itself = `The exposure "${name}"`
  return [
    ...misspelt(item, EXPOSURE_KEYS),
    ...checkValues(item.fieldValues, itself, exposure.fields),
    ...each(item, 'fieldGroups', (group) => fieldGroup(group, itself, exposure.fields)),
    ...each(item, 'perils', (peril) => newPeril(peril, itself, exposure.perils)),
  ]
}

function exposureUpdate(item: Json, exposures: readonly Exposure[], existing: readonly PolicyExposure[]): string[] {
  const locator = String(item.exposureLocator ?? '')
  const here = existing.find((one) => one.locator === locator)
  const exposure = exposures.find((one) => one.name === here?.name)
  if (!here || !exposure) return [noLocator('The policy', 'exposure', locator)]
  const itself = `The exposure "${here.name}"`
  return [
    ...misspelt(item, EXPOSURE_UPDATE_KEYS),
    ...checkValues(item.fieldValues, itself, exposure.fields),
    ...groupChanges(item, itself, exposure.fields, here.characteristics.at(-1)),
    ...each(item, 'addPerils', (peril) => newPeril(peril, itself, exposure.perils)),
    ...each(item, 'updatePerils', (peril) => perilUpdate(peril, itself, exposure.perils, here)),
    ...locators(item, 'removePerils', itself, 'peril', here.perils),
  ]
}

function newPeril(item: Json, owner: string, perils: readonly Peril[]): string[] {
  const name = String(item.name ?? '')
  const peril = perils.find((one) => one.name === name)
  const known = perils.map((one) => one.name)
  if (!peril) return [...misspelt(item, PERIL_KEYS), unknownName(owner, 'peril', name, known)]
  return [...misspelt(item, PERIL_KEYS), ...checkValues(item.fieldValues, `The peril "${name}"`, peril.fields)]
}

function perilUpdate(item: Json, owner: string, perils: readonly Peril[], exposure: PolicyExposure): string[] {
  const locator = String(item.perilLocator ?? '')
  const here = exposure.perils.find((one) => one.locator === locator)
  if (!here) return [noLocator(owner, 'peril', locator)]
  return newPeril({ ...item, name: here.name }, owner, perils)
}

function groupChanges(given: Json, owner: string, fields: readonly Field[], last: Characteristics | undefined) {
  const existing = Object.keys(last?.fieldGroupsByLocator ?? {}).map((locator) => ({ locator }))
  const has = (locator: unknown) => existing.some((one) => one.locator === locator)
  return [
    ...each(given, 'addFieldGroups', (group) => fieldGroup(group, owner, fields)),
    ...each(given, 'updateFieldGroups', (group) =>
      has(group.fieldGroupLocator)
        ? fieldGroup(group, owner, fields)
        : [noLocator(owner, 'field group', String(group.fieldGroupLocator ?? ''))],
    ),
    ...locators(given, 'removeFieldGroups', owner, 'field group', existing),
  ]
}

function fieldGroup(item: Json, owner: string, fields: readonly Field[]): string[] {
  const name = String(item.fieldName ?? '')
  const groups = fields.filter(({ type }) => type === 'group')
  const group = groups.find((one) => one.name === name)
  const known = groups.map((one) => one.name)
  if (!group) return [unknownName(owner, 'field group', name, known)]
  return checkValues(item.fieldValues, `The field group "${name}"`, group.fields ?? [])
}

function each(given: Json, name: string, check: (item: Json) => string[]): string[] {
  const list = given[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || !list.every(isRecord)) return [`"${name}" must be a list of objects.`]
  return list.flatMap(check)
}

function locators(given: Json, name: string, owner: string, kind: string, existing: readonly { locator: string }[]) {
  const list = given[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return [`"${name}" must be a list of locators.`]
  return list.flatMap((locator) =>
    existing.some((one) => one.locator === String(locator)) ? [] : [noLocator(owner, kind, String(locator))],
  )
}

function noLocator(owner: string, kind: string, locator: string): string {
  return `${owner} has no ${kind} with the locator "${locator}".`
}

function misspelt(given: Json, known: readonly string[]): string[] {
  return Object.keys(given).flatMap((name) => {
    const meant = known.includes(name) ? undefined : nearest(name, known)
    return meant === undefined || meant in given ? [] : [`There is no property "${name}". Did you mean "${meant}"?`]
  })
}
