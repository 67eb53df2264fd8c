import type { EnterpriseResource, Exposure, Peril, Policy, Policyholder } from '@mkt/contract/app'
import { placesOfEnterprise } from './enterprise-places.ts'
import { valuesIn } from './field-groups.ts'
import { type MappingTarget, parseMappingPath } from './mapping-path.ts'

/** Values of one field at one place of a policy. */
export interface FoundField {
  readonly values: readonly string[]
  readonly exposure?: Exposure
  readonly peril?: Peril
}

/**
 * The values a mapping path points at in a policy (its latest characteristics): one entry for each exposure, peril and
 * group that has the field. Empty when the policy is of another product.
 *
 * @example
 * const vins = readPolicyField(policy, vinPath).map(({ values }) => values[0])
 */
export function readPolicyField(policy: Policy, path: string | MappingTarget): FoundField[] {
  const target = typeof path === 'string' ? parseMappingPath(path) : path
  if (target.variant !== 'connected' || target.level === 'policyholder') return []
  if (target.product !== policy.productName) return []
  const { group, field } = target
  if (target.level === 'policy') return found(policy.characteristics.at(-1), group, field, {})
  const exposures = policy.exposures.filter(({ name }) => name === target.exposure)
  if (target.level === 'exposure') {
    return exposures.flatMap((exposure) => found(exposure.characteristics.at(-1), group, field, { exposure }))
  }
  return exposures.flatMap((exposure) =>
    exposure.perils
      .filter(({ name }) => name === target.peril)
      .flatMap((peril) => found(peril.characteristics.at(-1), group, field, { exposure, peril })),
  )
}

/**
 * The values a policyholder path points at.
 *
 * @example
 * readPolicyholderField(await system.policyholder(locator), policyholderMappingOf(state).lastName)
 */
export function readPolicyholderField(policyholder: Policyholder, path: string | MappingTarget): FoundField[] {
  const target = typeof path === 'string' ? parseMappingPath(path) : path
  if (target.variant !== 'connected' || target.level !== 'policyholder') return []
  const { values, fieldGroupsByLocator } = policyholder.entity ?? {}
  const holder = {
    ...(values ? { fieldValues: values } : {}),
    ...(fieldGroupsByLocator ? { fieldGroupsByLocator } : {}),
  }
  return found(holder, target.group, target.field, {})
}

/**
 * The values an enterprise path points at, in a policy, quote or account; exposures are looked for at every depth.
 *
 * @example
 * readEnterpriseField(await system.resource('quotes', event.data.quoteLocator), path)
 */
export function readEnterpriseField(resource: EnterpriseResource, path: string | MappingTarget): unknown[] {
  const target = typeof path === 'string' ? parseMappingPath(path) : path
  return placesOfEnterprise(resource, target).flatMap(({ node }) => one(node, target.field))
}

type Holder = Parameters<typeof valuesIn>[0]

function found(holder: Holder | undefined, group: string | undefined, field: string, at: Omit<FoundField, 'values'>) {
  return holder ? valuesIn(holder, group, field).map((values): FoundField => ({ ...at, values })) : []
}

function one(resource: EnterpriseResource, field: string): unknown[] {
  const value = resource.data && Object.hasOwn(resource.data, field) ? resource.data[field] : undefined
  return value === undefined ? [] : [value]
}
