import { Failure } from '@mkt/contract/errors'
import { provesFactor, type SsoFacts, type SsoOutcome, ssoOutcome } from '../../domain/identity/sso-outcome.ts'
import { newId } from '../../lib/ids.ts'
import { claimsOf, type OidcClaims, type OidcRequest, oidcReason, withProvider } from '../../outbound/oidc.ts'
import { discoveries } from '../../outbound/oidc-discovery.ts'
import { insertPerson, type Person, personByEmail, personById } from '../../store/accounts/people.ts'
import { lockScimDirectory } from '../../store/identity/scim-directories.ts'
import { scimGroupsOf } from '../../store/identity/scim-groups.ts'
import { isUnclaimed, scimUserOf } from '../../store/identity/scim-users.ts'
import {
  holdSsoIdentity,
  insertSsoIdentity,
  markSsoWorked,
  personOfIdentity,
  type SsoConnection,
  ssoConnection,
  touchSsoIdentity,
} from '../../store/identity/sso-connections.ts'
import { ssoDomainsOf } from '../../store/identity/sso-domains.ts'
import { beginSession, type SignInOrigin } from '../accounts/begin-session.ts'
import { type Changing, change } from '../platform/change.ts'
import { byPlatform } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { applyGroups, groupsOf } from './apply-groups.ts'
import { expired } from './check-passkey.ts'
import { lookUpStep } from './look-up-step.ts'
import { oidcParty, providerOf, type SsoPurpose } from './start-sso.ts'

export interface SsoAnswer {
  connection: SsoConnection
  claims: OidcClaims
  purpose: SsoPurpose
  personId: string | null
  returnTo: string
}

const refusals: Record<Extract<SsoOutcome, { kind: 'refuse' }>['why'], () => Failure> = {
  deactivated: () =>
    new Failure('account_disabled', 'Your organization deactivated this account. Ask its administrators.'),
  'no-email': () => new Failure('sso_failed', 'The provider gives no mail address. Let it send the email claim.'),
  'foreign-domain': () =>
    new Failure('domain_unverified', 'The provider gives an address whose domain the organization has not verified.'),
  'link-first': () =>
    new Failure(
      'sso_link_required',
      'There is an account with this address. Sign in to it as before, and link it on your account page.',
    ),
}

/** Takes what the provider sent the browser back with: once, from the browser that began, from the connection it began with. */
export async function readSsoAnswer(
  platform: Pick<Platform, 'clock' | 'db' | 'policy' | 'strangers' | 'vault'>,
  input: { token: string; query: string; address: string | null },
): Promise<SsoAnswer> {
  const { token, address } = input
  const step = await lookUpStep(platform, 'sso', { token, address: address ?? undefined }, 'take')
  if (step === undefined) throw expired()
  const data = step.data as {
    connectionId: string
    issuer: string
    purpose: SsoPurpose
    request: OidcRequest
    returnTo: string
  }
  const connection = await ssoConnection(platform.db, data.connectionId)
  if (connection === undefined || connection.issuer !== data.issuer) throw expired()
  const provider = await providerOf(platform, connection)
  const allow = () => platform.policy.allowAddresses
  const exchange = () => withProvider(provider, allow, ({ config }) => claimsOf(config, input.query, data.request))
  const claims = await discoveries.inTurn(oidcParty(connection, input.address), exchange).catch((error: unknown) => {
    throw new Failure('sso_failed', `The provider did not sign you in. ${oidcReason(error)}.`)
  })
  const { purpose, returnTo } = data
  return { connection, claims, purpose, personId: step.personId, returnTo }
}

/** Signs somebody in whom the provider vouches for, with an account made just now where there is none. */
export async function signInBySso(
  platform: Changing & Pick<Platform, 'policy' | 'quarantine'>,
  { connection, claims }: SsoAnswer,
  origin: SignInOrigin,
) {
  const identity = identityOf(connection, claims)
  const linkedTo = await personOfIdentity(platform.db, identity)
  const { organizationId } = connection
  const [domains, taken, provisioned] = await Promise.all([
    ssoDomainsOf(platform.db, connection.organizationId),
    claims.email === null ? undefined : personByEmail(platform.db, claims.email),
    organizationId === null ? nobodyProvisioned : provisionedPerson(platform, organizationId, linkedTo, claims.email),
  ])
  const outcome = ssoOutcome({
    linkedTo,
    email: claims.email,
    domains: domains.filter((row) => row.verifiedAt !== null).map((row) => row.domain),
    emailTaken: taken !== undefined,
    ...provisioned,
  })
  if (outcome.kind === 'refuse') throw refusals[outcome.why]()
  // A copy in quarantine makes no accounts and no links; who has one signs in.
  if (linkedTo === null && platform.quarantine.active)
    throw new Failure('quarantined', 'This platform is a copy in quarantine: only accounts that it knows sign in.')
  const now = platform.clock.now()
  const name = claims.name ?? claims.email ?? ''
  const person: Person =
    outcome.kind === 'create'
      ? { id: newId('per', now, platform.random), email: outcome.email, name, platformRole: null, disabledAt: null }
      : await known(platform, outcome.personId)
  const groups = groupsOf(connection, claims)
  // Before the session, so that it begins with the rights that the groups give.
  await change(platform, { ...byPlatform, ...origin }, async (unit) => {
    if (organizationId !== null) await refuseDeactivated(unit, organizationId, person)
    if (outcome.kind === 'create') await createPerson(unit, person)
    if (linkedTo === null) await link(unit, { ...identity, personId: person.id })
    else await touchSsoIdentity(unit.trx, { ...identity, personId: person.id }, unit.now)
    const provisionedGroups = organizationId === null ? [] : await scimGroupsOf(unit.trx, organizationId, person.id)
    await applyGroups(unit, connection, person, [...groups, ...provisionedGroups])
    await markSsoWorked(unit.trx, connection.id, unit.now)
    return unit.record('sso.sign-in', {
      organizationId: connection.organizationId,
      id: person.id,
      details: { issuer: claims.issuer, groups: groups.slice(0, 20) },
    })
  })
  const providerFactor = connection.trustMfa || provesFactor(claims.amr)
  const fresh = await known(platform, person.id)
  const provider = { connectionId: connection.id, organizationId: connection.organizationId, factor: providerFactor }
  return beginSession(platform, {
    ...{ ...origin, person: fresh, method: 'sso', factorAt: null, provider },
    // Unlinking the account has ended the sessions of the provider; this one must not begin after them.
    async spend(unit) {
      if (!(await holdSsoIdentity(unit.trx, { ...identity, personId: person.id }))) throw expired()
    },
  })
}

/** Links the account of a person, who began this while signed in, to issuer and subject. */
export async function linkBySso(platform: Changing, answer: SsoAnswer, origin: SignInOrigin): Promise<void> {
  const { connection, claims, personId } = answer
  if (personId === null) throw expired()
  await known(platform, personId)
  const identity = { ...identityOf(connection, claims), personId }
  await change(platform, { ...byPlatform, ...origin }, async (unit) => {
    await link(unit, identity)
    await markSsoWorked(unit.trx, connection.id, unit.now)
    const details = { issuer: claims.issuer, email: claims.email }
    return unit.record('sso.link', { organizationId: connection.organizationId, id: personId, details })
  })
}

const nobodyProvisioned = { deactivated: false, provisioned: null }

/** The organization's directory entry of the person who signs in. */
async function provisionedPerson(
  platform: Pick<Platform, 'db'>,
  organizationId: string,
  personId: string | null,
  email: string | null,
): Promise<Pick<SsoFacts, 'deactivated' | 'provisioned'>> {
  const user = await scimUserOf(platform.db, organizationId, { personId, email })
  if (user === undefined) return nobodyProvisioned
  const isFree =
    user.active && user.personId !== null && (await isUnclaimed(platform.db, user.personId, organizationId))
  return { deactivated: !user.active, provisioned: isFree ? user.personId : null }
}

/** Looks again under the lock of the directory: a deactivation meanwhile must not be undone by a membership made just in time. */
async function refuseDeactivated(unit: Unit, organizationId: string, { id, email }: Person): Promise<void> {
  await lockScimDirectory(unit.trx, organizationId)
  const user = await scimUserOf(unit.trx, organizationId, { personId: id, email })
  if (user?.active === false) throw refusals.deactivated()
}

const identityOf = (connection: SsoConnection, claims: OidcClaims) => ({
  connectionId: connection.id,
  issuer: claims.issuer,
  subject: claims.subject,
  email: claims.email ?? '',
})

async function known(platform: Pick<Platform, 'db'>, id: string): Promise<Person> {
  const person = await personById(platform.db, id)
  if (person === undefined) throw expired()
  if (person.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  return person
}

async function createPerson(unit: Unit, person: Person): Promise<void> {
  const { id, email, name } = person
  if (!(await insertPerson(unit.trx, { id, email, name, passwordHash: null, platformRole: null, now: unit.now })))
    throw refusals['link-first']()
  unit.record('person.create', { organizationId: null, id, details: { email, by: 'sso' } })
}

async function link(unit: Unit, identity: Parameters<typeof insertSsoIdentity>[1]): Promise<void> {
  if (!(await insertSsoIdentity(unit.trx, identity, unit.now)))
    throw new Failure('sso_link_required', 'This account of the provider is linked to another person here already.')
}
