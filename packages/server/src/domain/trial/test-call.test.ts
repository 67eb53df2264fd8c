import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { filledFields } from './filled-fields.ts'
import { testCall } from './test-call.ts'

const manifest = (platform: object) => ({ name: 'acme/app', version: '1.0.0', platform }) as Manifest
const both = manifest({
  autofill: [{ path: '/fill', operations: ['renewal.update'], timeoutMs: 700 }],
  externalRaters: [{ name: 'rater', path: '/rate', headers: { 'x-plan': 'gold' } }],
})
const nowhere = { mappings: [] }
const bodyOf = (call: { body: Buffer } | undefined) => JSON.parse(call?.body.toString() ?? 'null')

it('the first autofill is tried with a sample of its operation, of a product that is mapped', () => {
  const mappings = [{ productName: 'policyholders' }, { productName: 'boats' }]
  const call = testCall(both, 'connected', { mappings }, {})
  expect(call).toMatchObject({ kind: 'autofill', path: '/fill', timeoutMs: 700, headers: {} })
  expect(bodyOf(call)).toMatchObject({
    productName: 'boats',
    operation: 'renewal',
    operationType: 'update',
    policyholderLocator: 'mkt-test-policyholder',
  })
})

it('a rater is tried with its headers, and with the request that somebody gives', () => {
  const call = testCall(both, 'connected', nowhere, { path: '/rate' })
  expect(call).toMatchObject({ kind: 'rater', path: '/rate', headers: { 'x-plan': 'gold' } })
  expect(bodyOf(call).policy).toMatchObject({ locator: 'mkt-test-policy', productName: 'personal-auto' })
  const request = { policy: { locator: 'P-1' } }
  expect(bodyOf(testCall(both, 'connected', nowhere, { path: '/rate', request }))).toEqual(request)
})

const fieldOf = (name: string, type: string, more: object = {}) => ({ name, title: name, type, ...more })
const home = {
  variant: 'connected' as const,
  policyholder: { fields: [] },
  products: [
    {
      name: 'global',
      displayName: 'Global',
      policyConfiguration: { fields: [fieldOf('hidden', 'string')], exposures: [] },
    },
    {
      name: 'home',
      displayName: 'Home',
      policyConfiguration: {
        fields: [
          fieldOf('channel', 'select', { values: ['Broker', 'Web'] }),
          fieldOf('contact', 'group', { fields: [fieldOf('mail', 'email')] }),
        ],
        exposures: [
          {
            name: 'building',
            displayName: 'Building',
            fields: [fieldOf('built', 'date'), fieldOf('vin', 'string'), fieldOf('toString', 'string')],
            perils: [{ name: 'fire', displayName: 'Fire', fields: [] }],
          },
          {
            name: 'shed',
            displayName: 'Shed',
            fields: [],
            perils: [{ name: 'fire', displayName: 'Fire', fields: [] }],
          },
        ],
      },
    },
  ],
}

it('a sample has the fields, exposures and perils of the product, with values that the product allows', () => {
  const contact = { fieldName: 'contact', fieldValues: { mail: ['test@example.test'] } }
  const built = { built: ['2026-01-01'], vin: ['1HGCM82633A004352'], toString: ['Test'] }
  const filling = bodyOf(testCall(both, 'connected', { mappings: [], schema: home }, {}))
  expect(filling).toMatchObject({ productName: 'home' })
  expect(filling.updates).toMatchObject({ fieldValues: { channel: ['Broker'] }, addFieldGroups: [contact] })
  expect(filling.updates.addExposures).toMatchObject([
    { exposureName: 'building', fieldValues: built, perils: [{ name: 'fire' }] },
    { exposureName: 'shed', fieldValues: {}, perils: [{ name: 'fire' }] },
  ])
  const mappings = [{ productName: 'home' }]
  const { policy, policyExposurePerils } = bodyOf(
    testCall(both, 'connected', { mappings, schema: home }, { path: '/rate' }),
  )
  expect(policy.characteristics).toMatchObject([{ fieldGroupsByLocator: { 'contact-1': contact } }])
  expect(policy.exposures.map(({ name }: { name: string }) => name)).toEqual(['building', 'shed'])
  const priced = policyExposurePerils.map(
    (one: { perilCharacteristicsLocator: string }) => one.perilCharacteristicsLocator,
  )
  expect(priced).toEqual(['fire-1', 'fire-of-2-1'])
})

it('a product that the tenant no longer has, or shows nothing of, gets the usual sample under its name', () => {
  const gone = { mappings: [{ productName: 'boats' }], schema: home }
  expect(bodyOf(testCall(both, 'connected', gone, {}))).toMatchObject({
    productName: 'boats',
    updates: { fieldValues: { channel: ['Direct'] } },
  })
  const hidden = { name: 'home', displayName: 'Home', policyConfiguration: { fields: [], exposures: [] } }
  const bare = { mappings: [], schema: { ...home, products: [hidden] } }
  expect(bodyOf(testCall(both, 'connected', bare, {}))).toMatchObject({ productName: 'personal-auto' })
})

it('there is no call for a path of something else, nor for an app without autofill and rater', () => {
  expect(testCall(both, 'connected', nowhere, { path: '/hooks' })).toBeUndefined()
  expect(testCall(manifest({ webhooks: [] }), 'enterprise', nowhere, {})).toBeUndefined()
})

it('fields that an answer fills are named as people read them', () => {
  const answer = {
    fieldValues: { channel: ['Direct', 'Web'] },
    updateExposures: [{ exposureLocator: 'e1', fieldValues: { year: ['2003'] } }],
  }
  expect(filledFields(answer, 10)).toEqual([
    { name: 'channel', value: 'Direct' },
    { name: 'channel', value: 'Web' },
    { name: 'exposures.exposureLocator', value: 'e1' },
    { name: 'exposures.year', value: '2003' },
  ])
  expect(filledFields(answer, 1)).toHaveLength(1)
  expect(filledFields({ fieldValues: { age: 41 } }, 1)).toEqual([{ name: 'age', value: '41' }])
})
