import type { Policy, PolicyExposure } from '../../core/connected-policy.ts'
import type { Exposure, Product } from '../../core/connected-tenant.ts'
import type { Json } from '../../lib/body.ts'
import type { Values } from '../form.ts'
import { dayOf, momentOf } from '../times.ts'
import { readChanged, readChangedGroups, readNewGroups, readValues } from './fields.ts'

/** A change without what is empty: what was not touched is not sent. */
function without(change: Json): Json {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(change).filter(([, value]) => !isEmpty(value)))
}

function newExposures(exposures: readonly Exposure[], entered: Values) {
  return exposures
    .filter(({ name }) => entered[`new.${name}`] === 'on')
    .map(({ name, fields, perils }) => ({
      exposureName: name,
      fieldValues: readValues(fields, `new.${name}`, entered),
      fieldGroups: readNewGroups(fields, `new.${name}`, entered),
      perils: perils
        .filter((peril) => entered[`new.${name}.peril.${peril.name}`] === 'on')
        .map((peril) => ({
          name: peril.name,
          fieldValues: readValues(peril.fields, `new.${name}.peril.${peril.name}`, entered),
        })),
    }))
}

/** A day that is entered as it was keeps its moment; another one begins at midnight. What is no day is refused where it is checked. */
function moment(day: string | undefined, before: string | undefined): string | undefined {
  if (before !== undefined && day === dayOf(Number(before))) return undefined
  const ms = momentOf(day)
  return ms === undefined ? day || undefined : String(ms)
}

export function readNewPolicy(product: Product, entered: Values): Json {
  const { fields, exposures } = product.policyConfiguration
  return without({
    policyStartTimestamp: moment(entered['term.start'], undefined),
    policyEndTimestamp: moment(entered['term.end'], undefined),
    fieldValues: readValues(fields, 'policy', entered),
    addFieldGroups: readNewGroups(fields, 'policy', entered),
    addExposures: newExposures(exposures, entered),
  })
}

function changedExposure(exposure: PolicyExposure, product: Product, entered: Values) {
  const at = `exposure.${exposure.locator}`
  const schema = product.policyConfiguration.exposures.find(({ name }) => name === exposure.name)
  const last = exposure.characteristics.at(-1)
  const fields = schema?.fields ?? []
  const updatePerils = exposure.perils.flatMap((peril) => {
    const known = schema?.perils.find(({ name }) => name === peril.name)
    const before = peril.characteristics.at(-1)?.fieldValues ?? {}
    const fieldValues = readChanged(known?.fields ?? [], `${at}.peril.${peril.locator}`, before, entered)
    return Object.keys(fieldValues).length === 0 ? [] : [{ perilLocator: peril.locator, fieldValues }]
  })
  const change = without({
    fieldValues: readChanged(fields, at, last?.fieldValues ?? {}, entered),
    addFieldGroups: readNewGroups(fields, at, entered),
    updateFieldGroups: readChangedGroups(fields, at, last?.fieldGroupsByLocator ?? {}, entered),
    updatePerils,
  })
  return Object.keys(change).length === 0 ? [] : [{ exposureLocator: exposure.locator, ...change }]
}

/** What a person changed of a policy; nothing else is sent, so an endorsement says what it is about. */
export function readPolicyChange(product: Product, policy: Policy, entered: Values): Json {
  const { fields, exposures } = product.policyConfiguration
  const last = policy.characteristics.at(-1)
  return without({
    policyStartTimestamp: moment(entered['term.start'], last?.policyStartTimestamp),
    policyEndTimestamp: moment(entered['term.end'], last?.policyEndTimestamp),
    endorsementName: entered['endorsement.name'] === '' ? undefined : entered['endorsement.name'],
    endorsementEffectiveTimestamp: effective(entered['endorsement.effective'], last?.policyStartTimestamp),
    fieldValues: readChanged(fields, 'policy', last?.fieldValues ?? {}, entered),
    addFieldGroups: readNewGroups(fields, 'policy', entered),
    updateFieldGroups: readChangedGroups(fields, 'policy', last?.fieldGroupsByLocator ?? {}, entered),
    updateExposures: policy.exposures.flatMap((exposure) => changedExposure(exposure, product, entered)),
    addExposures: newExposures(exposures, entered),
  })
}

/** On the first day of the term a change counts from its first moment on, not from midnight before it. */
function effective(day: string | undefined, start: string | undefined): string | undefined {
  const ms = momentOf(day)
  return ms === undefined
    ? day || undefined
    : String(day === dayOf(Number(start ?? 0)) ? Math.max(ms, Number(start)) : ms)
}
