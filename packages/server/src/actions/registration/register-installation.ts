import { integrationsOf, mappingFieldsOf } from '@mkt/manifest'
import { mappedProducts, type RegistrationSecrets, wantedRegistration } from '../../domain/registration/registration.ts'
import { registrationExcess } from '../../domain/registration/registration-size.ts'
import { usesTenantCredentials } from '../../domain/tenant/credential.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { transaction } from '../../store/database/transaction.ts'
import {
  noteRegistrationFailure,
  type Registration,
  registrationFacts,
  registrationOf,
  wantRegistration,
} from '../../store/registration/registrations.ts'
import { callerSecretsOf } from '../../store/route/caller-secrets.ts'
import { credentialsOf } from '../../store/tenant/credentials.ts'
import { planSweep, tenantById } from '../../store/tenant/tenants.ts'
import { changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from '../tenant/asking.ts'
import { connectionTroubleOf, noteConnection } from '../tenant/note-connection.ts'
import { withTenantLease } from '../tenant/tenant-lease.ts'
import { openRegistration, sealRegistration, settleRegistration } from './settle-registration.ts'

/** How long after a registration the tenant is compared with it for the first time. */
export const SWEEP_EVERY_MS = 60_000

export type RegistrationOutcome =
  /** The tenant matches the plan; `callerSecretId` is the caller secret it was told. */
  | { kind: 'registered'; callerSecretId: string }
  /** The policy system declines; trying again changes nothing before somebody does. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number }
  /** The time was up; so many steps are left for the next try. */
  | { kind: 'unfinished'; reason: string; left: number }

/**
 * Registers an installation in its tenant: webhooks, autofill and raters of its present release, for its present mappings, with
 * its newest caller secret. What is wanted is written down first, so that a crash at any point is repaired by calling again or by the sweep.
 */
export async function registerInstallation(
  platform: Asking & Pick<Platform, 'addresses'>,
  installationId: string,
): Promise<RegistrationOutcome> {
  const facts = await registrationFacts(platform.db, installationId)
  const [caller] = await callerSecretsOf(platform.db, installationId)
  const tenant = facts === undefined ? undefined : await tenantById(platform.db, facts.tenantId)
  if (facts === undefined || caller === undefined || tenant === undefined)
    return { kind: 'refused', reason: 'The installation or its tenant is gone' }
  const { organizationId, tenantId, manifest, variant, mappings } = facts
  const integrations = integrationsOf(manifest, variant)
  const hasMappingFields = mappingFieldsOf(manifest).length > 0
  const parts = { ...integrations, raters: integrations.externalRaters }
  const products = hasMappingFields ? mappedProducts(mappings ?? []).length : 1
  const excess = registrationExcess(parts, { products, areMapped: hasMappingFields })
  if (excess !== undefined) return { kind: 'refused', reason: excess }
  const opened = await platform.vault.open(organizationId, `caller secret ${caller.id}`, caller.sealed)
  const secrets = await secretsFor(platform, installationId, opened.toString('utf8'))
  const wanted = wantedRegistration({
    installationId,
    variant,
    routeId: facts.routeId,
    integrations,
    hasMappingFields,
    mappings: mappings ?? [],
  })
  const sealed = await sealRegistration(platform, organizationId, installationId, secrets)
  const now = platform.clock.now()
  await transaction(platform.db, async (trx) => {
    await wantRegistration(trx, { installationId, organizationId, tenantId, wanted, sealed }, now)
    await planSweep(trx, tenantId, new Date(now.getTime() + SWEEP_EVERY_MS))
  })
  const credentials = await credentialsOf(platform.db, [tenantId])
  const ofTenant = usesTenantCredentials(credentials, 'integration', installationId)
  try {
    const done = await withTenantLease(platform, tenantId, async (lease) => {
      const registration = (await registrationOf(platform.db, installationId)) as Registration
      return settleRegistration(platform, tenant, registration, lease)
    })
    if (done === undefined)
      return { kind: 'unavailable', reason: 'Other work on this tenant takes long', retryAfterSeconds: 1 }
    if (ofTenant) await noteConnection(platform, tenantId, { trouble: null, latencyMs: null })
    if (done.kind === 'unfinished')
      return { kind: 'unfinished', reason: 'The work on this tenant takes long', left: done.left }
    return { kind: 'registered', callerSecretId: caller.id }
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    await changeByPlatform(platform, async (unit) => {
      const isNews = await noteRegistrationFailure(unit.trx, installationId, error.message, unit.now)
      return isNews ? unit.changed('installation', installationId) : unit.unchanged()
    })
    if (ofTenant) await noteConnection(platform, tenantId, connectionTroubleOf(error))
    const { message: reason, retryAfterSeconds } = error
    return error.trouble === 'unavailable' || error.trouble === 'conflict'
      ? { kind: 'unavailable', reason, retryAfterSeconds }
      : { kind: 'refused', reason }
  }
}

/** The signing secret stays the same as long as the installation is registered. */
async function secretsFor(
  platform: Pick<Platform, 'db' | 'random' | 'vault'>,
  installationId: string,
  callerSecret: string,
): Promise<RegistrationSecrets> {
  const known = await registrationOf(platform.db, installationId)
  const signingSecret =
    known === undefined
      ? platform.random.bytes(32).toString('base64url')
      : (await openRegistration(platform, known)).signingSecret
  return { callerSecret, signingSecret }
}

/** Secret of `Platform-Signature` on this installation's requests, with an https gateway. */
export async function signingSecretOf(
  platform: Pick<Platform, 'addresses' | 'db' | 'vault'>,
  installationId: string,
): Promise<string | undefined> {
  if (!platform.addresses.gatewayUrl.startsWith('https:')) return undefined
  const known = await registrationOf(platform.db, installationId)
  return known === undefined ? undefined : (await openRegistration(platform, known)).signingSecret
}
