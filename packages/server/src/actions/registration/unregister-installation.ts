import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { transaction } from '../../store/database/transaction.ts'
import { noteRegistrationFailure, registrationOf, unwantRegistration } from '../../store/registration/registrations.ts'
import { planSweep, tenantById } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from '../tenant/asking.ts'
import { withTenantLease } from '../tenant/tenant-lease.ts'
import { settleRegistration } from './settle-registration.ts'

export type UnregistrationOutcome =
  | { kind: 'unregistered' }
  /** Not everything is gone yet; the sweep goes on with it. */
  | { kind: 'unfinished'; reason: string }

const LIMIT_MS = 60_000

/**
 * Takes everything of an installation out of its tenant and nothing else. It blocks for a minute at most: from the first line on the
 * registration is marked as unwanted, and whatever is not done then is finished by the sweep.
 */
export async function unregisterInstallation(
  platform: Asking & Pick<Platform, 'addresses'>,
  installationId: string,
): Promise<UnregistrationOutcome> {
  const known = await registrationOf(platform.db, installationId)
  if (known === undefined) return { kind: 'unregistered' }
  const now = platform.clock.now()
  await transaction(platform.db, async (trx) => {
    await unwantRegistration(trx, installationId, now)
    await planSweep(trx, known.tenantId, new Date(now.getTime() + LIMIT_MS))
  })
  const { promise: late, resolve } = Promise.withResolvers<UnregistrationOutcome>()
  const timer = setTimeout(() => resolve({ kind: 'unfinished', reason: 'The policy system is slow' }), LIMIT_MS)
  try {
    return await Promise.race([remove(platform, installationId, known.tenantId), late])
  } finally {
    clearTimeout(timer)
  }
}

async function remove(
  platform: Asking & Pick<Platform, 'addresses'>,
  installationId: string,
  tenantId: string,
): Promise<UnregistrationOutcome> {
  try {
    const tenant = await tenantById(platform.db, tenantId)
    if (tenant === undefined) return { kind: 'unregistered' }
    const done = await withTenantLease(platform, tenantId, async (lease) => {
      const registration = await registrationOf(platform.db, installationId)
      if (registration?.state !== 'REMOVING') return 'settled'
      return (await settleRegistration(platform, tenant, registration, lease)).kind
    })
    if (done === 'settled') return { kind: 'unregistered' }
    return { kind: 'unfinished', reason: `${done === undefined ? 'Other' : 'The'} work on this tenant takes long` }
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    await noteRegistrationFailure(platform.db, installationId, error.message, platform.clock.now())
    return { kind: 'unfinished', reason: error.message }
  }
}
