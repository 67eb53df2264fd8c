import { connectedEventNames, enterpriseEventNames, payloadSchemas } from '@mkt/contract/app'
import {
  sampleAutofill,
  sampleEnterpriseEvent,
  sampleEvent,
  samplePolicy,
  sampleRating,
  sampleState,
} from '@mkt/sdk/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'

const ajv = new Ajv2020({ strict: false })
const accepts = (name: string, value: unknown) => ajv.validate(payloadSchemas[name] ?? false, value)

describe('the schema of', () => {
  it.each(Object.keys(payloadSchemas))('%s is a schema', (name) => {
    expect(ajv.validateSchema(payloadSchemas[name] ?? {})).toBe(true)
  })

  it.each([
    ['connected-event', sampleEvent()],
    ['enterprise-event', sampleEnterpriseEvent()],
    ['autofill-request', sampleAutofill()],
    ['autofill-answer', sampleAutofill().updates],
    ['rater-request', sampleRating()],
    ['rater-answer', { pricedPerilCharacteristics: { a: { yearlyPremium: '1.00' } } }],
    ['state', sampleState()],
    [
      'check-call',
      { hook: 'check', installationId: null, release: '1.0.0', configuration: { settings: {}, mappings: [] } },
    ],
  ])('%s accepts what is sent', (name, value) => {
    expect(accepts(name, value), JSON.stringify(ajv.errors)).toBe(true)
  })

  it.each([
    ['connected-event', sampleEvent({ data: {} })],
    ['connected-event', sampleEvent({ type: 'policy.isue' })],
    ['autofill-answer', { fieldValues: { a: 'bare' } }],
    ['rater-request', { ...sampleRating(), policy: { ...samplePolicy(), exposures: undefined } }],
    ['rater-answer', { pricedPerilCharacteristics: { a: { premium: 1, yearlyPremium: 1 } } }],
  ])('%s refuses what is wrong (%#)', (name, value) => {
    expect(accepts(name, value)).toBe(false)
  })

  it('events knows every name of its variant', () => {
    const locators = (name: string) => ({ policyLocator: '1', endorsementLocator: '2', renewalLocator: '3', name })
    for (const type of connectedEventNames)
      expect(accepts('connected-event', sampleEvent({ type, data: locators(type) })), type).toBe(true)
    const data = { accountLocator: '1', quoteLocator: '2', policyLocator: '3', elementLocators: ['4'] }
    for (const type of enterpriseEventNames)
      expect(accepts('enterprise-event', sampleEnterpriseEvent({ type, data })), type).toBe(true)
  })
})
