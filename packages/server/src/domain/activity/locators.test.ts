import { describe, expect, it } from 'vitest'
import { locatorsOfBody, locatorsOfPath, MAX_LOCATORS } from './locators.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const uuid = '3f1c2a9e-8c1d-4f5e-9b7a-0d2c4e6f8a1b'
const ulid = '01hzy3v9k2m4n6p8q0r2s4t6v8'

describe('the locators of a body', () => {
  it('are those of the data of a connected event', () => {
    const data = { policyLocator: '100002122', endorsementLocator: uuid }
    expect(locatorsOfBody('connected', bytes({ id: 'e1', type: 'endorsement.issue', data }))).toEqual([
      { kind: 'policy', locator: '100002122' },
      { kind: 'endorsement', locator: uuid },
    ])
  })

  it('are those of an autofill request, without the policyholder, who is a person', () => {
    const body = { policyholderLocator: uuid, productName: 'motor', policyLocator: '7', quoteLocator: 'q-1' }
    expect(locatorsOfBody('connected', bytes(body))).toEqual([
      { kind: 'policy', locator: '7' },
      { kind: 'quote', locator: 'q-1' },
    ])
  })

  it('are the policy that a rater is asked about, and its transaction', () => {
    const body = { operation: 'renewal', policy: { locator: '100002122', exposures: [] }, renewalLocator: uuid }
    expect(locatorsOfBody('connected', bytes(body))).toEqual([
      { kind: 'policy', locator: '100002122' },
      { kind: 'renewal', locator: uuid },
    ])
  })

  it.each([
    ['policy.quote.issue', 'quote'],
    ['policy.change.accept', 'transaction'],
    ['billing.invoice.settle', 'invoice'],
    ['claim.fnol.submit', 'claim'],
  ] as const)('of an enterprise %s take its bare locator for a %s, never that of the event itself', (type, kind) => {
    const event = { locator: 'event-1', userLocator: 'user-1', type, data: { locator: ulid } }
    expect(locatorsOfBody('enterprise', bytes(event))).toEqual([{ kind, locator: ulid }])
  })

  it('take a number for what it says and keep each locator once', () => {
    const body = { policyLocator: 42, data: { policyLocator: '42' }, policy: { locator: 42 } }
    expect(locatorsOfBody('connected', bytes(body))).toEqual([{ kind: 'policy', locator: '42' }])
  })

  it.each([
    ['no JSON', Buffer.from('{"policyLocator":')],
    ['nothing', Buffer.alloc(0)],
    ['a list', bytes([{ policyLocator: '1' }])],
    ['deep nesting', Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
    ['a locator too long', bytes({ policyLocator: 'x'.repeat(65) })],
    ['a locator with a line break or a NUL', bytes({ policyLocator: '1\n2', quoteLocator: 'a\u0000' })],
    ['objects and negative numbers', bytes({ policyLocator: { a: 1 }, quoteLocator: -1, claimLocator: 1.5 })],
    ['what a prototype would give', bytes({ data: { constructor: 'x', __proto__: { policyLocator: '1' } } })],
  ])('are none in %s', (_what, body) => {
    expect(locatorsOfBody('connected', body)).toEqual([])
  })

  it('are bounded in number', () => {
    const names = ['policy', 'quote', 'endorsement', 'renewal', 'cancellation', 'reinstatement', 'transaction', 'claim']
    const data = Object.fromEntries([...names, 'invoice', 'payment'].map((name) => [`${name}Locator`, `of-${name}`]))
    expect(locatorsOfBody('connected', bytes({ data }))).toHaveLength(MAX_LOCATORS)
  })
})

describe('the locators of a path', () => {
  it.each([
    ['connected', '/policy/100002122/update', [{ kind: 'policy', locator: '100002122' }]],
    ['connected', `/endorsements/${uuid}/issue`, [{ kind: 'endorsement', locator: uuid }]],
    ['connected', '/policy/create', []],
    ['connected', `/policyholder/${uuid}`, []],
    ['connected', '/products/policyholder', []],
    ['enterprise', `/policy/${uuid}/policies/${ulid}`, [{ kind: 'policy', locator: ulid }]],
    ['enterprise', `/policy/${uuid}/quotes/${ulid}`, [{ kind: 'quote', locator: ulid }]],
    ['enterprise', `/policy/${uuid}/accounts/${ulid}`, []],
    ['enterprise', '/policies/constructor', []],
  ] as const)('of the %s variant in %s', (variant, path, expected) => {
    expect(locatorsOfPath(variant, path)).toEqual(expected)
  })
})
