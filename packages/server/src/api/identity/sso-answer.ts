import { redirectUri } from '../../actions/identity/start-sso.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { domainRecord } from '../../domain/identity/domain-proof.ts'
import { type SsoConnection, ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { type SsoDomain, ssoDomainsOf } from '../../store/identity/sso-domains.ts'

function connectionAnswer(row: SsoConnection) {
  const { issuer, clientId, sealedSecret, groupsClaim, defaultRole, groupRoles, trustMfa, workedAt } = row
  const shown = { issuer, clientId, groupsClaim, defaultRole, groupRoles, trustMfa }
  return { ...shown, clientSecret: { set: sealedSecret !== null }, workedAt: workedAt?.toISOString() ?? null }
}

export function domainAnswer(row: SsoDomain) {
  return {
    id: row.id,
    domain: row.domain,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    record: domainRecord(row),
  }
}

/** The connection of an organization, or, for null, of the platform, with its domains. */
export async function ssoAnswer(platform: Platform, organizationId: string | null) {
  const [connection, domains] = await Promise.all([
    ssoConnectionOf(platform.db, organizationId),
    ssoDomainsOf(platform.db, organizationId),
  ])
  return {
    connection: connection === undefined ? null : connectionAnswer(connection),
    redirectUri: redirectUri(platform),
    domains: domains.map(domainAnswer),
  }
}
