import type { ConnectionOutcome } from '../../domain/tenant/connection.ts'
import { type CredentialKind, credentialKinds, mayTry, REFUSAL_REST_MS } from '../../domain/tenant/credential.ts'
import { type CheckReason, checkReasons } from '../../domain/tenant/tenant.ts'
import { type Credential, credentialsOf, noteCredentialUsed } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { judgeCredentials } from './check-credentials.ts'
import { noteConnection } from './note-connection.ts'
import { noteFailedCredential } from './note-failed-credential.ts'
import { openCredential } from './open-credential.ts'

export interface TestedSet {
  kind: CredentialKind
  passed: boolean
  rule: CheckReason | null
  message: string | null
  latencyMs: number | null
}

/** How a set fared, and what the policy system said or did, for the page of the connection, which has advice of its own. */
interface Tested {
  set: TestedSet
  detail: string
}

/** Tries the stored credentials of a tenant against its policy system, and notes how that went. Audited before anything is sent. */
export async function testTenant(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  tenant: Tenant,
  origin: Origin,
): Promise<TestedSet[]> {
  const { organizationId, id, name } = tenant
  await change(platform, origin, async (unit) => unit.record('tenant.test', { organizationId, id, details: { name } }))
  const credentials = await credentialsOf(platform.db, [tenant.id])
  const own = credentials
    .filter((row) => row.installationId === null)
    .toSorted((one, other) => credentialKinds.indexOf(one.kind) - credentialKinds.indexOf(other.kind))
  const tested = await Promise.all(own.map((credential) => testSet(platform, tenant, credential)))
  await noteConnection(platform, tenant.id, outcomeOf(tested))
  return tested.map(({ set }) => set)
}

async function testSet(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  tenant: Tenant,
  credential: Credential,
): Promise<Tested> {
  const { kind, refusedAt } = credential
  const failed = (rule: CheckReason, message: string, latencyMs: number | null, detail = message): Tested => ({
    ...{ set: { kind, passed: false, rule, message, latencyMs }, detail },
  })
  if (refusedAt !== null && !mayTry(refusedAt, platform.clock.now())) {
    const minutes = Math.ceil((refusedAt.getTime() + REFUSAL_REST_MS - platform.clock.now().getTime()) / 60_000)
    const message = `The policy system refused these credentials. They are not tried again for ${minutes} min, so that the account is not locked. Replace them to try at once.`
    return failed('credentials_refused', message, null)
  }
  const opened = await openCredential(platform, platform.db, tenant.organizationId, credential.id)
  if (opened === undefined) return failed('credentials_refused', 'The credentials are gone. Enter them again.', null)
  const started = performance.now()
  const set = { kind, credentials: opened.credentials }
  const system = platform.policySystems.of(tenant, { evenPaused: true })
  const { problem, detail } = await judgeCredentials(system, tenant, set)
  const latencyMs = Math.round(performance.now() - started)
  const rule = checkReasons.find((reason) => reason === problem?.rule) ?? null
  const current = { ...credential, revision: opened.revision }
  if (rule === 'credentials_refused' || rule === 'unreachable')
    await noteFailedCredential(platform, tenant, current, rule === 'credentials_refused')
  else await noteCredentialUsed(platform.db, current.id, current.revision, platform.clock.now())
  return rule === null || problem === null
    ? { set: { kind, passed: true, rule: null, message: null, latencyMs }, detail: '' }
    : failed(rule, problem.message, latencyMs, detail)
}

/** A set that is refused counts more than one that is out of reach; a missing product is no trouble of the connection. */
function outcomeOf(tested: readonly Tested[]): ConnectionOutcome {
  const refused = tested.find(({ set }) => set.rule === 'credentials_refused')
  const away = tested.find(({ set }) => set.rule === 'unreachable')
  if (refused !== undefined) return { trouble: { kind: 'refused', reason: refused.detail }, latencyMs: null }
  if (away !== undefined) return { trouble: { kind: 'unreachable', reason: away.detail }, latencyMs: null }
  const slowest = Math.max(0, ...tested.map(({ set }) => set.latencyMs ?? 0))
  return { trouble: null, latencyMs: slowest }
}
