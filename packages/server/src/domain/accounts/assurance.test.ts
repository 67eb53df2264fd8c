import { describe, expect, it } from 'vitest'
import { type AskingMembership, rightsOf, staleProof, stepUpNeeded } from './assurance.ts'

const now = new Date('2026-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const membership = (name: string, requireMfa: boolean, enforceSso = false): AskingMembership => ({
  organizationId: `org_${name}`,
  organizationName: name,
  organizationTitle: name,
  role: 'admin',
  requireMfa,
  enforceSso,
})
const person = {
  platformRole: 'operator' as const,
  memberships: [membership('strict', true), membership('open', false)],
}
const unproved = { hasFactor: true, factorAt: null, provedAt: now, provider: null }
const proved = { ...unproved, factorAt: minutesAgo(300) }

describe('a session without a second factor', () => {
  it('gives no right in an organization that requires one, and says which is withheld', () => {
    const { memberships, assurance } = rightsOf(person, unproved, { laptop: true })
    expect(memberships.map((row) => row.organizationName)).toEqual(['open'])
    expect(assurance.withheld.memberships).toMatchObject([{ organizationName: 'strict', needs: 'second-factor' }])
  })

  it('gives no right of the platform outside a laptop', () => {
    expect(rightsOf(person, unproved, { laptop: false })).toMatchObject({
      platformRole: null,
      assurance: { withheld: { platformRole: 'operator' } },
    })
    expect(rightsOf(person, unproved, { laptop: true })).toMatchObject({
      platformRole: 'operator',
      assurance: { withheld: { platformRole: null } },
    })
  })
})

describe('a session with a second factor', () => {
  it('gives every right of the person, however long ago the factor was proved', () => {
    const rights = rightsOf(person, proved, { laptop: false })
    expect(rights.platformRole).toBe('operator')
    expect(rights.memberships.map((row) => row.organizationName)).toEqual(['strict', 'open'])
    expect(rights.assurance.withheld).toEqual({ memberships: [], platformRole: null, platformNeeds: null })
  })
})

describe('an organization that enforces single sign-on', () => {
  const laptop = { laptop: true }
  const own = { ...unproved, provider: { organizationId: 'org_sso', factor: false } }
  const asWho = (role: 'owner' | 'admin', requireMfa = false) => ({
    platformRole: null,
    memberships: [{ ...membership('sso', requireMfa, true), role }],
  })
  const needs = (...given: Parameters<typeof rightsOf>) => rightsOf(...given).assurance.withheld.memberships[0]?.needs

  it('lets members in by its own provider alone, not by another one and not by a password with a factor', () => {
    expect(needs(asWho('admin'), own, laptop)).toBeUndefined()
    expect(needs(asWho('admin'), proved, laptop)).toBe('sso')
    const other = { ...unproved, provider: { organizationId: 'org_other', factor: true } }
    expect(needs(asWho('admin'), other, laptop)).toBe('sso')
  })

  it('lets the owner in without it, with a second factor', () => {
    expect(needs(asWho('owner'), proved, laptop)).toBeUndefined()
    expect(needs(asWho('owner'), unproved, laptop)).toBe('second-factor')
  })

  it('takes the second factor of the provider for one where it asks for one', () => {
    expect(needs(asWho('admin', true), own, laptop)).toBe('second-factor')
    const strong = { ...own, provider: { organizationId: 'org_sso', factor: true } }
    expect(needs(asWho('admin', true), strong, laptop)).toBeUndefined()
  })

  it('cannot vouch for people of the platform, whose own provider can', () => {
    const theirs = { ...unproved, provider: { organizationId: 'org_sso', factor: true } }
    expect(rightsOf(person, theirs, { laptop: false }).platformRole).toBeNull()
    const ours = { ...unproved, provider: { organizationId: null, factor: true } }
    expect(rightsOf(person, ours, { laptop: false }).platformRole).toBe('operator')
  })
})

describe('a session that the provider of one organization began', () => {
  const theirs = { ...unproved, provider: { organizationId: 'org_sso', factor: true } }
  const members = { platformRole: null, memberships: [membership('sso', false), membership('open', false)] }
  const names = (...given: Parameters<typeof rightsOf>) =>
    rightsOf(...given).memberships.map((row) => row.organizationName)

  it('stands for no second factor that the person set up for the others', () => {
    expect(names(members, theirs, { laptop: true })).toEqual(['sso'])
    expect(names(members, { ...theirs, factorAt: now }, { laptop: true })).toEqual(['sso', 'open'])
    expect(names(members, { ...theirs, hasFactor: false }, { laptop: true })).toEqual(['sso', 'open'])
  })
})

describe('step-up', () => {
  it.each([
    ['a factor proved 4 minutes ago is fresh', { hasFactor: true, factorAt: minutesAgo(4) }, 'if-factor', 'not-needed'],
    ['a factor proved 6 minutes ago is not', { hasFactor: true, factorAt: minutesAgo(6) }, 'if-factor', 'factor'],
    ['a factor that was never proved is asked for', { hasFactor: true, factorAt: null }, 'if-factor', 'factor'],
    ['a fresh password is no factor', { hasFactor: true, factorAt: null, provedAt: now }, 'always', 'factor'],
    ['without a factor nothing is asked', { hasFactor: false, factorAt: null }, 'if-factor', 'not-needed'],
    ['a first factor asks for the password', { hasFactor: false, factorAt: null }, 'always', 'password'],
    ['or for a fresh sign-in', { hasFactor: false, factorAt: null, provedAt: minutesAgo(1) }, 'always', 'not-needed'],
  ] as const)('%s', (_name, proof, asks, needed) => {
    expect(stepUpNeeded(asks, { provedAt: minutesAgo(60), provider: null, ...proof }, now)).toBe(needed)
  })

  it('is needed on another machine, however fresh the proof was, and what was proved stays proved', () => {
    const fresh = { hasFactor: true, factorAt: now, provedAt: now, provider: null }
    const there = { ...fresh, ...staleProof(fresh, now) }
    expect(stepUpNeeded('if-factor', there, now)).toBe('factor')
    expect(stepUpNeeded('always', { ...there, hasFactor: false }, now)).toBe('password')
    expect(rightsOf(person, there, { laptop: false }).platformRole).toBe('operator')
    const former = { factorAt: null, provedAt: minutesAgo(60) }
    expect(staleProof(former, now)).toEqual(former)
  })
})

describe('a platform whose people have to use its provider', () => {
  const outside = { laptop: false }
  const enforced = { ...person, staffSso: { enforced: true, breakGlass: false } }
  const glass = { ...person, staffSso: { enforced: true, breakGlass: true } }
  const byProvider = { ...unproved, provider: { organizationId: null, factor: true } }
  const needs = (...given: Parameters<typeof rightsOf>) => rightsOf(...given).assurance.withheld.platformNeeds

  it('gives no role to a session that began otherwise, on a laptop neither', () => {
    expect(needs(enforced, proved, outside)).toBe('sso')
    expect(needs(enforced, proved, { laptop: true })).toBe('sso')
    expect(needs(enforced, { ...proved, provider: { organizationId: 'org_sso', factor: true } }, outside)).toBe('sso')
    expect(rightsOf(enforced, byProvider, outside).platformRole).toBe('operator')
  })

  it('still wants a second factor of the provider or of the person', () => {
    const weak = { ...unproved, provider: { organizationId: null, factor: false } }
    expect(needs(enforced, weak, outside)).toBe('second-factor')
    expect(needs(enforced, { ...weak, factorAt: now }, outside)).toBeNull()
  })

  it('lets those break the glass who may, with a second factor', () => {
    expect(needs(glass, unproved, { laptop: true })).toBe('second-factor')
    expect(rightsOf(glass, proved, outside).platformRole).toBe('operator')
  })

  it('asks nothing of people without a role', () => {
    expect(needs({ ...enforced, platformRole: null }, unproved, outside)).toBeNull()
  })
})
