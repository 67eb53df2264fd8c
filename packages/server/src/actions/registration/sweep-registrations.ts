import type { ConnectionOutcome } from '../../domain/tenant/connection.ts'
import { usesTenantCredentials } from '../../domain/tenant/credential.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { transaction } from '../../store/database/transaction.ts'
import {
  noteRegistrationFailure,
  noteSwept,
  type Registration,
  registrationsOfTenant,
} from '../../store/registration/registrations.ts'
import { connectionsOf } from '../../store/tenant/connections.ts'
import { credentialsOf } from '../../store/tenant/credentials.ts'
import { noteSweep, type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking, ReadingSchema } from '../tenant/asking.ts'
import { connectionTroubleOf, noteConnection } from '../tenant/note-connection.ts'
import { keepCurrent } from '../tenant/read-schema.ts'
import type { TenantLease } from '../tenant/tenant-lease.ts'
import { withToken } from '../tenant/with-token.ts'
import { SETTLE_LIMIT_MS, settleRegistration } from './settle-registration.ts'
import { nextSweepMs, restAfterCutMs } from './sweep-rest.ts'

/** How the sweep of one installation ended; where it was cut off, something is left to do. */
type Swept = 'settled' | 'cut' | PolicySystemError

/**
 * Compares what should be registered in a tenant with what is, repairs the difference and remembers it, finishes what should be
 * removed, has diverted events sent again and lifts suspensions. A policy system that is away is asked until it answers, also where
 * nothing is registered in it. A slow one has the caller's time for a while only: installations that waited longest come first, and the
 * rest is swept soon after. The caller holds the tenant's lease.
 */
export async function sweepTenant(
  platform: ReadingSchema & Pick<Platform, 'addresses'>,
  job: { id: string; failures: number },
  lease: TenantLease,
): Promise<void> {
  const tenant = await tenantById(platform.db, job.id)
  if (tenant === undefined) return
  const registrations = await registrationsOfTenant(platform.db, tenant.id)
  const credentials = await credentialsOf(platform.db, [tenant.id])
  let trouble: PolicySystemError | null = null
  let connection: ConnectionOutcome | undefined
  const startMs = platform.clock.now().getTime()
  const until = new Date(startMs + SETTLE_LIMIT_MS)
  let isCut = false
  let swept = 0
  for (const [at, registration] of registrations.entries()) {
    if (at > 0 && platform.clock.now() >= until) {
      isCut = true
      break
    }
    swept += 1
    const found = await sweepOne(platform, tenant, registration, lease, { until, isFirst: at === 0 })
    if (found === 'settled') continue
    if (found === 'cut') {
      isCut = true
      continue
    }
    trouble = found
    if (usesTenantCredentials(credentials, 'integration', registration.installationId))
      connection = connectionTroubleOf(found) ?? connection
  }
  // What was declined, or failed with credentials of an installation, says nothing about those of the tenant.
  if (connection === undefined && (registrations.length > 0 || (await isAway(platform, tenant)))) {
    const found = await checkDataToken(platform, tenant)
    trouble = found ?? trouble
    connection = found === null ? undefined : connectionTroubleOf(found)
  }
  const failures = trouble === null ? 0 : job.failures + 1
  const refused = trouble !== null && trouble.trouble !== 'unavailable'
  if (trouble !== null)
    platform.log.warn({ tenantId: tenant.id, reason: trouble.message, failures }, 'a tenant could not be swept')
  await noteConnection(platform, tenant.id, connection)
  await transaction(platform.db, async (trx) => {
    const left = await registrationsOfTenant(trx, tenant.id)
    const nowMs = platform.clock.now().getTime()
    const oldestMs = nowMs - (left[0]?.updatedAt.getTime() ?? nowMs)
    const restMs =
      isCut && trouble?.trouble !== 'unavailable'
        ? restAfterCutMs({ workMs: nowMs - startMs, swept, all: left.length, oldestMs })
        : nextSweepMs(failures, refused)
    const nextAt = new Date(nowMs + restMs)
    const isDone = left.length === 0 && connection?.trouble?.kind !== 'unreachable'
    await noteSweep(trx, tenant.id, { failures, nextAt: isDone ? null : nextAt })
  })
}

async function isAway({ db }: Pick<Platform, 'db'>, { id }: Tenant): Promise<boolean> {
  return (await connectionsOf(db, [id])).get(id)?.trouble === 'unreachable'
}

async function sweepOne(
  platform: Asking & Pick<Platform, 'addresses'>,
  tenant: Tenant,
  registration: Registration,
  lease: TenantLease,
  { until, isFirst }: { until: Date; isFirst: boolean },
): Promise<Swept> {
  const { installationId } = registration
  // One that had only the rest of the time keeps its place: it comes first the next time, and has all of it.
  const turnAt = () => (isFirst ? platform.clock.now() : registration.updatedAt)
  try {
    const settled = await settleRegistration(platform, tenant, registration, lease, until)
    const isCut = settled.kind === 'unfinished' || settled.resendingCut
    if (isCut) await noteSwept(platform.db, installationId, turnAt())
    if (settled.kind === 'settled' && settled.repaired.length > 0 && registration.state === 'REGISTERED') {
      const { repaired } = settled
      platform.log.warn({ tenantId: tenant.id, installationId, repaired }, 'registrations in the tenant were repaired')
    }
    return isCut ? 'cut' : 'settled'
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    await noteRegistrationFailure(platform.db, installationId, error.message, platform.clock.now())
    await noteSwept(platform.db, installationId, platform.clock.now())
    return error
  }
}

/** Applications use the data token without us, so whether it was revoked is found out by asking. */
async function checkDataToken(platform: ReadingSchema, tenant: Tenant): Promise<PolicySystemError | null> {
  try {
    const use = { tenant, purpose: 'data', installationId: null } as const
    const latencyMs = await withToken(platform, use, async (token, system) => {
      const started = performance.now()
      await system.checkAccess(token, 'data')
      return Math.round(performance.now() - started)
    })
    await noteConnection(platform, tenant.id, { trouble: null, latencyMs })
    // The schema is kept current on the way, so that a mapping that lost its field is noticed.
    await keepCurrent(platform, tenant)
    return null
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    return error
  }
}
