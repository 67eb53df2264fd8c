import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { filledFields } from './filled-fields.ts'
import { testCall } from './test-call.ts'

const manifest = (platform: object) => ({ name: 'acme/app', version: '1.0.0', platform }) as Manifest
const both = manifest({
  autofill: [{ path: '/fill', operations: ['renewal.update'], timeoutMs: 700 }],
  externalRaters: [{ name: 'rater', path: '/rate', headers: { 'x-plan': 'gold' } }],
})
const bodyOf = (call: { body: Buffer } | undefined) => JSON.parse(call?.body.toString() ?? 'null')

it('the first autofill is tried with a sample of its operation, of a product that is mapped', () => {
  const mappings = [{ productName: 'policyholders' }, { productName: 'boats' }]
  const call = testCall(both, 'connected', mappings, {})
  expect(call).toMatchObject({ kind: 'autofill', path: '/fill', timeoutMs: 700, headers: {} })
  expect(bodyOf(call)).toMatchObject({
    productName: 'boats',
    operation: 'renewal',
    operationType: 'update',
    policyholderLocator: 'mkt-test-policyholder',
  })
})

it('a rater is tried with its headers, and with the request that somebody gives', () => {
  const call = testCall(both, 'connected', [], { path: '/rate' })
  expect(call).toMatchObject({ kind: 'rater', path: '/rate', headers: { 'x-plan': 'gold' } })
  expect(bodyOf(call).policy).toMatchObject({ locator: 'mkt-test-policy', productName: 'personal-auto' })
  const request = { policy: { locator: 'P-1' } }
  expect(bodyOf(testCall(both, 'connected', [], { path: '/rate', request }))).toEqual(request)
})

it('there is no call for a path of something else, nor for an app without autofill and rater', () => {
  expect(testCall(both, 'connected', [], { path: '/hooks' })).toBeUndefined()
  expect(testCall(manifest({ webhooks: [] }), 'enterprise', [], {})).toBeUndefined()
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
