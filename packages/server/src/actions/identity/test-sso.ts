import { platformRoleOfGroups, roleOfGroups } from '../../domain/identity/group-role.ts'
import { domainOf } from '../../domain/identity/sso-outcome.ts'
import { oidcReason, withProvider } from '../../outbound/oidc.ts'
import { markSsoWorked, type SsoConnection } from '../../store/identity/sso-connections.ts'
import { ssoDomainsOf } from '../../store/identity/sso-domains.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { groupsOf } from './apply-groups.ts'
import type { SsoAnswer } from './complete-sso.ts'
import { providerOf, startSso } from './start-sso.ts'

interface TestStep {
  step: 'discovery' | 'issuer' | 'endpoints' | 'keys' | 'client' | 'claims' | 'role'
  outcome: 'ok' | 'failed' | 'waiting'
  detail: string
}

/** Tries what can be tried without a person, and gives the address for the rest. Audited before anything is sent. */
export async function testSso(
  platform: Changing & Pick<Platform, 'addresses' | 'policy' | 'vault'>,
  connection: SsoConnection,
  origin: Origin,
) {
  const { organizationId, id, issuer } = connection
  await change(platform, origin, async (unit) => unit.record('sso.test', { organizationId, id, details: { issuer } }))
  const steps: TestStep[] = []
  const provider = await providerOf(platform, connection)
  try {
    const metadata = await withProvider(
      provider,
      () => platform.policy.allowAddresses,
      async ({ config }) => config.serverMetadata(),
    )
    steps.push({ step: 'discovery', outcome: 'ok', detail: `${connection.issuer} answers with its metadata.` })
    steps.push({ step: 'issuer', outcome: 'ok', detail: `It calls itself ${metadata.issuer}.` })
    const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
      (name) => !metadata[name],
    )
    steps.push(
      missing.length === 0
        ? { step: 'endpoints', outcome: 'ok', detail: 'Sign-in page, token endpoint and keys are there.' }
        : { step: 'endpoints', outcome: 'failed', detail: `The metadata lacks ${missing.join(', ')}.` },
    )
    if (missing.length > 0) return { steps, begun: undefined }
  } catch (error) {
    steps.push({ step: 'discovery', outcome: 'failed', detail: `${oidcReason(error)}.` })
    return { steps, begun: undefined }
  }
  const returnTo = connection.organizationId === null ? '/operate/sign-in' : '/organization/sign-in'
  const begun = await startSso(platform, { connection, purpose: 'test', returnTo, address: origin.address })
  steps.push({ step: 'client', outcome: 'waiting', detail: 'Sign in at the provider to see the rest.' })
  return { steps, begun }
}

/** Predicted result of a sign-in. */
export async function testedSteps(
  platform: Pick<Platform, 'clock' | 'db'>,
  { connection, claims }: SsoAnswer,
): Promise<TestStep[]> {
  const groups = groupsOf(connection, claims)
  const role =
    connection.organizationId === null
      ? (platformRoleOfGroups(connection.groupRoles, groups) ?? 'no role')
      : roleOfGroups(connection.groupRoles, groups, connection.defaultRole)
  const domains = await ssoDomainsOf(platform.db, connection.organizationId)
  const verified = domains.filter((row) => row.verifiedAt !== null).map((row) => row.domain)
  const { email } = claims
  const good = email !== null && verified.includes(domainOf(email))
  await markSsoWorked(platform.db, connection.id, platform.clock.now())
  return [
    { step: 'client', outcome: 'ok', detail: 'The provider knows this client, and the code was exchanged.' },
    { step: 'keys', outcome: 'ok', detail: 'The signature of its token is valid.' },
    {
      step: 'claims',
      outcome: good ? 'ok' : 'failed',
      detail: good ? `It names ${email}.` : `The address ${email ?? '(none)'} is of no verified domain.`,
    },
    {
      step: 'role',
      outcome: 'ok',
      detail: `${groups.length === 1 ? '1 group gives' : `${groups.length} groups give`} the role ${role}.`,
    },
  ]
}
