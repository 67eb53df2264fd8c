import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { domainOf, safeReturn } from '../../domain/identity/sso-outcome.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { authorizationUrl, newOidcRequest, type OidcProvider, oidcReason } from '../../outbound/oidc.ts'
import type { OidcParty } from '../../outbound/oidc-discovery.ts'
import { findOrganization } from '../../store/accounts/organizations.ts'
import { insertSignInStep } from '../../store/identity/sign-in-steps.ts'
import { type SsoConnection, ssoConnectionByDomain, ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import type { Platform } from '../platform/platform.ts'
import { sealOwner } from './manage-sso.ts'

export type SsoPurpose = 'sign-in' | 'link' | 'test'

const STEP_MS = limits.providerTime.value

const unknownSso = () =>
  new Failure('sso_unknown', 'There is no single sign-on for this address or organization. Sign in with your password.')

export const redirectUri = ({ addresses }: Pick<Platform, 'addresses'>) => `${addresses.publicUrl}/sso/callback`

/** The connection with its secret opened, for one exchange. */
export async function providerOf(platform: Pick<Platform, 'vault'>, connection: SsoConnection): Promise<OidcProvider> {
  const { issuer, clientId, sealedSecret, id } = connection
  const secret = sealedSecret === null ? undefined : await platform.vault.open(sealOwner(connection), id, sealedSecret)
  return { issuer, clientId, clientSecret: secret?.toString('utf8') }
}

/** The party whose turn counts for requests to this provider. */
export const oidcParty = (
  { organizationId }: Pick<SsoConnection, 'organizationId'>,
  address: string | null,
): OidcParty => ({
  organization: organizationId ?? 'platform',
  address: address === null ? '' : addressParty(address),
})

/** The provider an address, an organization or a person of the platform signs in with. */
export async function connectionFor(
  platform: Pick<Platform, 'db'>,
  asked: { email?: string | undefined; organization?: string | undefined; staff?: boolean | undefined },
): Promise<SsoConnection> {
  const found = await (async () => {
    if (asked.email !== undefined) return ssoConnectionByDomain(platform.db, domainOf(asked.email))
    if (asked.staff === true) return ssoConnectionOf(platform.db, null)
    const organization = await findOrganization(platform.db, asked.organization ?? '')
    return organization === undefined ? undefined : ssoConnectionOf(platform.db, organization.id)
  })()
  if (found === undefined) throw unknownSso()
  return found
}

/**
 * Sends a browser to a provider. What comes back is believed only together with the token that this browser got, once, and only from
 * this connection: neither another site nor another provider can finish what was begun here.
 */
export async function startSso(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'policy' | 'random' | 'vault'>,
  input: {
    connection: SsoConnection
    purpose: SsoPurpose
    personId?: string
    email?: string | undefined
    returnTo?: string | undefined
    /** Where the browser asks from. */
    address: string | null
  },
): Promise<{ url: string; token: string; expiresAt: Date }> {
  const { connection, purpose } = input
  const request = newOidcRequest(redirectUri(platform))
  const provider = await providerOf(platform, connection)
  const allow = () => platform.policy.allowAddresses
  const party = oidcParty(connection, input.address)
  const url = await authorizationUrl(provider, allow, party, request, input.email).catch((error: unknown) => {
    throw new Failure('sso_failed', `The provider could not be asked. ${oidcReason(error)}.`)
  })
  const now = platform.clock.now()
  const token = newToken('mso', platform.random)
  const expiresAt = new Date(now.getTime() + STEP_MS)
  const { id: connectionId, issuer } = connection
  await insertSignInStep(platform.db, {
    tokenHash: hashToken(token),
    kind: 'sso',
    personId: input.personId ?? null,
    data: { connectionId, issuer, purpose, request, returnTo: safeReturn(input.returnTo) },
    now,
    expiresAt,
  })
  return { url, token, expiresAt }
}
