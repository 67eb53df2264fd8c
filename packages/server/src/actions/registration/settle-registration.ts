import {
  atGateway,
  EMPTY_REGISTRATION,
  type RegistrationSecrets,
  withReports,
} from '../../domain/registration/registration.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import {
  forgetRegistration,
  noteRegistered,
  noteReportsDeclined,
  type Registration,
} from '../../store/registration/registrations.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from '../tenant/asking.ts'
import type { TenantLease } from '../tenant/tenant-lease.ts'
import { withToken } from '../tenant/with-token.ts'
import { resendDiverted } from './resend-diverted.ts'
import { runSteps } from './run-steps.ts'

const ROUNDS = 5

const aad = (installationId: string) => `registration ${installationId}`

export function sealRegistration(
  platform: Pick<Platform, 'vault'>,
  organizationId: string,
  installationId: string,
  secrets: RegistrationSecrets,
): Promise<Buffer> {
  return platform.vault.seal(organizationId, aad(installationId), JSON.stringify(secrets))
}

export async function openRegistration(
  platform: Pick<Platform, 'vault'>,
  registration: Pick<Registration, 'organizationId' | 'installationId' | 'sealed'>,
): Promise<RegistrationSecrets> {
  const { organizationId, installationId, sealed } = registration
  const text = await platform.vault.open(organizationId, aad(installationId), sealed)
  return JSON.parse(text.toString('utf8')) as RegistrationSecrets
}

/** A policy system that declined to report to the platform itself is asked again a day later: it may have learned the event. */
const ASK_AGAIN_MS = 86_400_000

/** How long one installation, or one sweep of a tenant, has the tenant to itself. What is left is done the next time. */
export const SETTLE_LIMIT_MS = 60_000

export type Settled =
  /** The tenant matches; these differences were repaired. Where resending was cut off, events may still be set aside. */
  | { kind: 'settled'; repaired: string[]; resendingCut: boolean }
  /** The time was up before the tenant matched; about so many steps are left, one at least. */
  | { kind: 'unfinished'; left: number }

/**
 * Brings the tenant to what a registration wants: look, plan, do, and look again until there is nothing left to do. It starts from what is
 * found each time, so it may be broken off anywhere and begun again: it ends soon after `until`.
 */
export async function settleRegistration(
  platform: Asking & Pick<Platform, 'addresses'>,
  tenant: Tenant,
  registration: Registration,
  lease: TenantLease,
  until = new Date(platform.clock.now().getTime() + SETTLE_LIMIT_MS),
): Promise<Settled> {
  const { installationId } = registration
  const removing = registration.state === 'REMOVING'
  const { gatewayUrl } = platform.addresses
  const asked = removing ? EMPTY_REGISTRATION : atGateway(registration.wanted, gatewayUrl)
  let wanted = asked
  if (!removing && mayReport(platform, tenant, registration))
    wanted = atGateway(withReports(registration.wanted, registration), gatewayUrl)
  const secrets = await openRegistration(platform, registration)
  const use = { tenant, purpose: 'integration', installationId } as const
  const repaired = new Set<string>()
  const isLate = () => platform.clock.now() >= until

  let resendingCut = false
  let left = 1

  const isSettled = await withToken(platform, use, async (token, system) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round > 1 && isLate()) return false
      const observed = await system.observe(token)
      const steps = observed.plan(installationId, wanted, secrets)
      // What was set aside goes with its webhook, so it is asked for while the webhook is there and the route accepts.
      if (steps.length === 0 || (removing && round === 1)) {
        const { accepted, isCut } = await resendDiverted(platform, observed, registration, isLate)
        resendingCut = isCut
        // The webhook stays as long as its events are taken: one that nobody takes must not keep it forever.
        if (removing && isCut && accepted > 0) return false
      }
      if (steps.length === 0) return true
      // That the platform did not listen for itself yet is no difference somebody has to know of.
      for (const step of steps) if (!step.optional) repaired.add(step.words)
      const { ended, ran } = await runSteps(steps, lease, isLate)
      left = Math.max(1, steps.length - ran)
      if (ended === 'late') return false
      if (ended !== 'declined') continue
      wanted = asked
      await noteReportsDeclined(platform.db, installationId, platform.clock.now())
      platform.log.warn(
        { installationId, tenantId: tenant.id },
        'the policy system does not report anonymized accounts',
      )
    }
    const observed = await system.observe(token)
    if (observed.plan(installationId, wanted, secrets).length > 0)
      throw new PolicySystemError('unavailable', 'The registrations of the tenant keep changing')
    return true
  })
  if (!isSettled) return { kind: 'unfinished', left }

  const now = platform.clock.now()
  if (wanted !== asked && registration.reportsDeclinedAt !== null)
    await noteReportsDeclined(platform.db, installationId, null)
  if (removing) await forgetRegistration(platform.db, installationId)
  else await noteRegistered(platform.db, installationId, differences(registration, repaired, now), now)
  return { kind: 'settled', repaired: [...repaired], resendingCut }
}

function mayReport(
  platform: Pick<Platform, 'clock'>,
  tenant: Tenant,
  { reportsDeclinedAt: at }: Registration,
): boolean {
  if (tenant.variant !== 'enterprise') return false
  return at === null || platform.clock.now().getTime() - at.getTime() >= ASK_AGAIN_MS
}

/** Only what was registered before and found otherwise is a difference; the steps of registering are none. */
function differences(registration: Registration, repaired: ReadonlySet<string>, now: Date): Registration['difference'] {
  if (registration.state !== 'REGISTERED') return registration.difference
  return [...registration.difference, ...[...repaired].map((what) => ({ at: now.toISOString(), what }))]
}
