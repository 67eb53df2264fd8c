import { describe, expect, it } from 'vitest'
import { type AskingMembership, rightsOf, stepUpNeeded } from './assurance.ts'

const now = new Date('2026-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const membership = (name: string, requireMfa: boolean): AskingMembership => ({
  organizationId: `org_${name}`,
  organizationName: name,
  organizationTitle: name,
  role: 'admin',
  requireMfa,
})
const person = {
  platformRole: 'operator' as const,
  memberships: [membership('strict', true), membership('open', false)],
}
const unproved = { hasFactor: true, factorAt: null, provedAt: now }
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
    expect(rights.assurance.withheld).toEqual({ memberships: [], platformRole: null })
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
    expect(stepUpNeeded(asks, { provedAt: minutesAgo(60), ...proof }, now)).toBe(needed)
  })
})
