import type { FieldGroup, FieldValues, Policy, Updates } from '../core/connected-policy.ts'
import type { ConnectedTenant, Exposure, Field, Product } from '../core/connected-tenant.ts'
import { derivedUuid } from '../lib/derive.ts'
import { exposureFacts, type Facts, personFacts, sampleText } from '../seed/sample-facts.ts'
import { createSampler, type Sampler } from '../seed/sampler.ts'
import { applyUpdates } from './apply-updates.ts'

const DAY_MS = 24 * 3_600_000
const YEAR_MS = 365 * DAY_MS

/**
 * Adds issued policies to a tenant, as if they had been written over the last year: no application is called and no
 * event is sent. The same seed gives the same book.
 */
export function seedConnectedBook(tenant: ConnectedTenant, seed: string, count: number, now: number): void {
  const products = tenant.products.filter(({ name }) => name !== 'global')
  for (let index = 0; index < count; index++) {
    const number = tenant.policies.length
    const label = `${tenant.hostName}/book/${number}`
    const sampler = createSampler(seed, label)
    let made = 0
    const newLocator = () => derivedUuid(seed, `${label}/${made++}`)
    addPolicy({ tenant, product: weighted(products, sampler), sampler, newLocator, seed, now })
  }
}

/** The first product of a tenant is its largest line. */
function weighted(products: readonly Product[], sampler: Sampler): Product {
  const [first] = products
  return first && sampler.happens(0.6) ? first : sampler.pick(products)
}

function addPolicy(input: {
  tenant: ConnectedTenant
  product: Product
  sampler: Sampler
  newLocator: () => string
  seed: string
  now: number
}): void {
  const { tenant, product, sampler, newLocator, seed, now } = input
  const person = personFacts(sampler)
  const start = now - sampler.between(1, 365) * DAY_MS
  const at = String(start)
  const policyholder = {
    locator: newLocator(),
    ...{ createdTimestamp: at, updatedTimestamp: at, completed: true },
    entity: { locator: newLocator(), values: valuesOf(tenant.policyholderFields, person, sampler) },
  }
  const empty: Policy = {
    locator: String(tenant.nextPolicyNumber++),
    policyholderLocator: policyholder.locator,
    productLocator: derivedUuid(seed, `${tenant.hostName}/product/${product.name}`),
    productName: product.name,
    ...{ state: 'issued', createdTimestamp: at, updatedTimestamp: at, issuedTimestamp: at },
    ...{ characteristics: [], exposures: [], fees: [], documents: [], invoices: [], currency: tenant.currency },
  }
  const term = { policyStartTimestamp: at, policyEndTimestamp: String(start + YEAR_MS) }
  const policy = applyUpdates(empty, { ...term, ...contents(product, person, sampler) }, at, newLocator)
  for (const { characteristics } of policy.exposures.flatMap(({ perils }) => perils))
    for (const one of characteristics) one.premium = (sampler.between(4_000, 90_000) / 100).toFixed(2)
  tenant.policyholders.push(policyholder)
  tenant.policies.push(policy)
}

function contents(product: Product, person: Facts, sampler: Sampler): Updates {
  const { fields, exposures } = product.policyConfiguration
  return {
    fieldValues: valuesOf(fields, person, sampler),
    addFieldGroups: groupsOf(fields, { ...exposureFacts(sampler), ...person }, sampler),
    addExposures: exposures.flatMap((exposure) =>
      Array.from({ length: sampler.happens(0.3) ? 2 : 1 }, () => exposureOf(exposure, person, sampler)),
    ),
  }
}

function exposureOf(exposure: Exposure, person: Facts, sampler: Sampler) {
  const facts = { ...person, ...exposureFacts(sampler) }
  return {
    exposureName: exposure.name,
    fieldValues: valuesOf(exposure.fields, facts, sampler),
    fieldGroups: groupsOf(exposure.fields, facts, sampler),
    perils: exposure.perils.map(({ name, fields }) => ({ name, fieldValues: valuesOf(fields, facts, sampler) })),
  }
}

/** Every required field, and most of the optional ones. */
function valuesOf(fields: readonly Field[], facts: Facts, sampler: Sampler): FieldValues {
  const filled = fields.filter(({ type, optional }) => type !== 'group' && (!optional || sampler.happens(0.85)))
  return Object.fromEntries(filled.map((field) => [field.name, [sampleText(field, facts, sampler)]]))
}

function groupsOf(fields: readonly Field[], facts: Facts, sampler: Sampler): FieldGroup[] {
  return fields
    .filter(({ type }) => type === 'group')
    .map((group) => ({ fieldName: group.name, fieldValues: valuesOf(group.fields ?? [], facts, sampler) }))
}
