import { describe, expect, it } from 'vitest'
import { domainOf, provesFactor, type SsoFacts, safeReturn, ssoOutcome } from './sso-outcome.ts'

const facts = (given: Partial<SsoFacts>): SsoFacts => ({
  linkedTo: null,
  email: 'ann@acme.example',
  domains: ['acme.example'],
  emailTaken: false,
  deactivated: false,
  provisioned: null,
  ...given,
})

describe('somebody a provider vouches for', () => {
  it.each([
    [
      'signs in as the person linked to issuer and subject',
      { linkedTo: 'per_1' },
      { kind: 'sign-in', personId: 'per_1' },
    ],
    [
      'keeps that account when the address changed',
      { linkedTo: 'per_1', email: 'x@other.example' },
      { kind: 'sign-in', personId: 'per_1' },
    ],
    ['gets an account when the domain is verified', {}, { kind: 'create', email: 'ann@acme.example' }],
    ['is not linked by an equal address', { emailTaken: true }, { kind: 'refuse', why: 'link-first' }],
    [
      'is refused with an address of another domain',
      { email: 'ann@other.example' },
      { kind: 'refuse', why: 'foreign-domain' },
    ],
    ['is refused before any domain is verified', { domains: [] }, { kind: 'refuse', why: 'foreign-domain' }],
    ['is refused without an address', { email: null }, { kind: 'refuse', why: 'no-email' }],
    [
      'is refused after the directory deactivated them, linked or not',
      { linkedTo: 'per_1', deactivated: true },
      { kind: 'refuse', why: 'deactivated' },
    ],
  ] as [string, Partial<SsoFacts>, object][])('%s', (_rule, given, outcome) => {
    expect(ssoOutcome(facts(given))).toEqual(outcome)
  })

  it('has the domain after the last @', () => {
    expect(domainOf('"a@acme.example"@Evil.Example')).toBe('evil.example')
  })

  it('proved a second factor when the provider says so', () => {
    expect(provesFactor(['pwd', 'mfa'])).toBe(true)
    expect(provesFactor(['pwd'])).toBe(false)
    expect(provesFactor('mfa')).toBe(false)
    expect(provesFactor(undefined)).toBe(false)
  })
})

describe('the way back after signing in', () => {
  it.each([
    ['/installations?x=1#top', '/installations?x=1#top'],
    ['//evil.example', '/browse'],
    ['/\\evil.example', '/browse'],
    ['https://evil.example', '/browse'],
    ['javascript:alert(1)', '/browse'],
    ['/a/../\t/evil.example', '/browse'],
    ['', '/browse'],
    [undefined, '/browse'],
  ])('of %s is %s', (asked, given) => {
    expect(safeReturn(asked)).toBe(given)
  })
})
