import { describe, expect, test } from 'vitest'
import { access, furtherAccess, type OperationId, type Role } from './access.ts'
import { type AccessCaller, decideAccess, type Subject, unowned } from './decide-access.ts'

const person = (role: Role | null, platformRole: 'moderator' | 'operator' | null = null): AccessCaller => ({
  kind: 'person',
  platformRole,
  memberships: role === null ? [] : [{ organizationId: 'own', role }],
})
const real: Subject = { organizationId: 'own' }
const trial: Subject = { organizationId: 'own', test: true }
const decide = (operation: OperationId, caller: AccessCaller, subject: Subject) =>
  decideAccess(access[operation], caller, subject)

describe('who may do what', () => {
  test('a viewer may not uninstall, not even a test', () => {
    expect(decide('uninstallInstallation', person('viewer'), real)).toBe('forbidden')
    expect(decide('uninstallInstallation', person('viewer'), trial)).toBe('forbidden')
  })

  test('a developer replays and reads payloads of tests alone', () => {
    for (const operation of ['replayDelivery', 'replayDeliveries', 'getDeliveryPayload', 'getCallPayload'] as const) {
      expect(decide(operation, person('developer'), real)).toBe('forbidden')
      expect(decide(operation, person('developer'), trial)).toBe('allowed')
      expect(decide(operation, person('admin'), real)).toBe('allowed')
    }
  })

  test('a developer publishes a listing but does not make it public', () => {
    expect(decide('publishListing', person('developer'), real)).toBe('allowed')
    expect(decide('makeListingPublic', person('developer'), real)).toBe('forbidden')
  })

  test('a person outside the organization does not learn that its things exist', () => {
    expect(decide('getInstallation', person(null), real)).toBe('hidden')
    expect(decide('getListing', person(null), { ...real, shared: true })).toBe('allowed')
    expect(decide('changeListing', person(null), { ...real, shared: true })).toBe('forbidden')
  })

  test('a platform role may do what its row says, for every organization', () => {
    expect(decide('suspendListing', person(null, 'moderator'), real)).toBe('allowed')
    expect(decide('suspendListing', person(null, 'operator'), real)).toBe('forbidden')
    expect(decide('getInstallation', person(null, 'moderator'), real)).toBe('forbidden')
    expect(decide('getInstallation', person(null, 'moderator'), trial)).toBe('allowed')
  })

  test('an API key acts for its own organization, within its scopes', () => {
    const key: AccessCaller = { kind: 'key', organizationId: 'own', scopes: ['publish'] }
    expect(decide('createListing', key, real)).toBe('allowed')
    expect(decide('createListing', key, { organizationId: 'other' })).toBe('hidden')
    expect(decideAccess(furtherAccess.launchForReal, key, real)).toBe('forbidden')
  })

  test('without signing in only what is for anyone is allowed', () => {
    expect(decide('signIn', { kind: 'nobody' }, unowned)).toBe('allowed')
    expect(decide('getMe', { kind: 'nobody' }, unowned)).toBe('sign-in')
  })
})
