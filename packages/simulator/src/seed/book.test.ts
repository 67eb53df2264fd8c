import { expect, test } from 'vitest'
import { checkUpdates } from '../connected/check-updates.ts'
import { seedConnectedBook } from '../connected/seed-book.ts'
import { checkData, checkElements, checkQuantities } from '../enterprise/check-elements.ts'
import { productOwner } from '../enterprise/contents.ts'
import { seedEnterpriseBook } from '../enterprise/seed-book.ts'
import { seedWorld } from './seed-world.ts'
import { vinOf } from './vin.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const SIZE = 300

function connectedBook(seed: string) {
  const [tenant] = seedWorld(seed).connected
  if (!tenant) throw new Error('no tenant')
  seedConnectedBook(tenant, seed, SIZE, NOW)
  return tenant
}

function enterpriseBook(seed: string) {
  const [tenant] = seedWorld(seed).enterprise
  if (!tenant) throw new Error('no tenant')
  seedEnterpriseBook(tenant, seed, SIZE, NOW)
  return tenant
}

test('the same seed gives the same book, another seed another one', () => {
  expect(connectedBook('a').policies).toEqual(connectedBook('a').policies)
  expect(enterpriseBook('a').policies).toEqual(enterpriseBook('a').policies)
  expect(connectedBook('a').policies[0]?.exposures).not.toEqual(connectedBook('b').policies[0]?.exposures)
})

test('a connected policy of the book has every required field, only fields of its product, and a premium for each peril', () => {
  const { policies, products } = connectedBook('a')
  for (const policy of policies) {
    const product = products.find(({ name }) => name === policy.productName)
    if (!product) throw new Error(`no product ${policy.productName}`)
    const { fields, exposures } = product.policyConfiguration
    const last = policy.characteristics.at(-1)
    expect(checkUpdates({ fieldValues: last?.fieldValues }, product)).toEqual([])
    const required = fields.filter(({ optional }) => !optional).map(({ name }) => name)
    expect(Object.keys(last?.fieldValues ?? {})).toEqual(expect.arrayContaining(required))
    expect(policy.exposures.length).toBeGreaterThan(0)
    for (const { name, characteristics, perils } of policy.exposures) {
      const exposure = exposures.find((one) => one.name === name)
      const given = { exposureName: name, fieldValues: characteristics[0]?.fieldValues }
      expect(checkUpdates({ addExposures: [given] }, product)).toEqual([])
      expect(perils.map((one) => one.name)).toEqual(exposure?.perils.map((one) => one.name))
      for (const peril of perils) expect(peril.characteristics[0]?.premium).toMatch(/^\d+\.\d\d$/)
    }
  }
})

test('the book is spread over all products and over the year, so that renewals are too', () => {
  const { policies } = connectedBook('a')
  expect(new Set(policies.map(({ productName }) => productName)).size).toBe(3)
  const ends = policies.map(({ characteristics }) => Number(characteristics.at(-1)?.policyEndTimestamp))
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(NOW)
  const months = new Set(ends.map((end) => new Date(end).toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(12)
})

test('an enterprise policy of the book follows the data model, in data, elements and their number', () => {
  const { policies, accounts, dataModel } = enterpriseBook('a')
  for (const { productName, accountLocator, data, elements } of policies) {
    const owner = productOwner(dataModel, productName)
    expect(checkData(owner.title, owner.data, data)).toEqual([])
    const withoutLocators = JSON.parse(
      JSON.stringify(elements, (key, value) => (key === 'locator' ? undefined : value)),
    )
    expect(checkElements(dataModel, owner, [], withoutLocators)).toEqual([])
    expect(checkQuantities(dataModel, owner, elements)).toEqual([])
    expect(accounts.some(({ locator }) => locator === accountLocator)).toBe(true)
  }
})

test('a vehicle identification number has the check digit that belongs to it', () => {
  expect(vinOf('1HGCM826', '3A', 4_352)).toBe('1HGCM82633A004352')
})
