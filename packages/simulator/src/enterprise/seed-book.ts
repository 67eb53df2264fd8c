import type { DataField, DataModel, Element, EnterpriseTenant } from '../core/enterprise-tenant.ts'
import { derivedUlid } from '../lib/derive.ts'
import { exposureFacts, type Facts, personFacts, sampleText } from '../seed/sample-facts.ts'
import { createSampler, type Sampler } from '../seed/sampler.ts'
import { elementOwner, type Owner, productOwner } from './contents.ts'
import { YEAR_MS } from './policy-life.ts'

const DAY_MS = 24 * 3_600_000

/** Adds issued policies to a tenant, as if they had been written over the last year: no event is sent. */
export function seedEnterpriseBook(tenant: EnterpriseTenant, seed: string, count: number, now: number): void {
  const products = Object.keys(tenant.dataModel.products)
  for (let index = 0; index < count; index++) {
    const label = `${tenant.tenantLocator}/book/${tenant.policies.length}`
    const sampler = createSampler(seed, label)
    let made = 0
    const newLocator = () => derivedUlid(seed, `${label}/${made++}`)
    addPolicy({ tenant, productName: sampler.pick(products), sampler, newLocator, now })
  }
}

function addPolicy(input: {
  tenant: EnterpriseTenant
  productName: string
  sampler: Sampler
  newLocator: () => string
  now: number
}): void {
  const { tenant, productName, sampler, newLocator, now } = input
  const { dataModel } = tenant
  const person = personFacts(sampler)
  const start = now - sampler.between(1, 365) * DAY_MS
  const stamps = { createdAt: new Date(start).toISOString(), updatedAt: new Date(start).toISOString() }
  const [type = '', model = { data: {} }] = Object.entries(dataModel.accounts)[0] ?? []
  const data = dataOf(model.data, person, sampler)
  const account = { locator: newLocator(), ...stamps, type, state: 'validated', data }
  const owner = productOwner(dataModel, productName)
  tenant.accounts.push(account)
  tenant.policies.push({
    locator: newLocator(),
    ...stamps,
    ...{ productName, accountLocator: account.locator, status: 'onRisk' },
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + YEAR_MS).toISOString(),
    data: dataOf(owner.data, person, sampler),
    elements: elementsOf(dataModel, owner, person, sampler, newLocator),
    premium: (sampler.between(20_000, 400_000) / 100).toFixed(2),
  })
}

function elementsOf(
  model: DataModel,
  owner: Owner,
  person: Facts,
  sampler: Sampler,
  newLocator: () => string,
): Element[] {
  return owner.contents.flatMap(({ type, least, most }) => {
    const more = sampler.happens(most === null ? 0.3 : 0.5) ? 1 : 0
    const count = most === null ? least + more : Math.max(least, more)
    const inner = elementOwner(model, type)
    return Array.from({ length: count }, () => ({
      locator: newLocator(),
      type,
      data: dataOf(inner.data, { ...person, ...exposureFacts(sampler) }, sampler),
      elements: elementsOf(model, inner, person, sampler, newLocator),
    }))
  })
}

function dataOf(fields: Record<string, DataField>, facts: Facts, sampler: Sampler): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => {
      const text = sampleText({ name, type }, facts, sampler)
      return [name, type.startsWith('int') ? Number(text) : text]
    }),
  )
}
