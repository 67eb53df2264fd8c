import { atGateway, EMPTY_REGISTRATION, type RegistrationSecrets } from '../../domain/registration/registration.ts'
import type { Observation, PlannedStep } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { forgetRegistration, noteRegistered, type Registration } from '../../store/registration/registrations.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import type { TenantLease } from '../tenant/tenant-lease.ts'
import { withToken } from '../tenant/with-token.ts'

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

/** Runs the steps one after another. False: the tenant changed meanwhile, so look again. */
async function runSteps(steps: readonly PlannedStep[], lease: TenantLease): Promise<boolean> {
  for (const step of steps) {
    if (!(await lease.extend()))
      throw new PolicySystemError('unavailable', 'Another process took over the work on this tenant', 1)
    try {
      await step.run()
    } catch (error) {
      const changed = error instanceof PolicySystemError && ['conflict', 'missing'].includes(error.trouble)
      if (!changed) throw error
      return false
    }
  }
  return true
}

/**
 * Brings the tenant to what a registration wants: look, plan, do, and look again until there is nothing left to do. It starts from what is
 * found each time, so it may be broken off anywhere and begun again. Returns the differences that were mended.
 */
export async function settleRegistration(
  platform: Platform,
  tenant: Tenant,
  registration: Registration,
  lease: TenantLease,
): Promise<string[]> {
  const { installationId } = registration
  const removing = registration.state === 'REMOVING'
  const wanted = removing ? EMPTY_REGISTRATION : atGateway(registration.wanted, platform.addresses.gatewayUrl)
  const secrets = await openRegistration(platform, registration)
  const use = { tenant, purpose: 'integration', installationId } as const
  const mended = new Set<string>()

  await withToken(platform, use, async (token, system) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const observed = await system.observe(token)
      const steps = observed.plan(installationId, wanted, secrets)
      // What was set aside goes with its webhook, so it is asked for while the webhook is there and the route accepts.
      if (steps.length === 0 || (removing && round === 1)) await resend(platform, observed, registration)
      if (steps.length === 0) return
      for (const step of steps) mended.add(step.words)
      await runSteps(steps, lease)
    }
    const observed = await system.observe(token)
    if (observed.plan(installationId, wanted, secrets).length > 0)
      throw new PolicySystemError('unavailable', 'The registrations of the tenant keep changing')
  })

  const now = platform.clock.now()
  if (removing) await forgetRegistration(platform.db, installationId)
  else await noteRegistered(platform.db, installationId, differences(registration, mended, now), now)
  return [...mended]
}

/** Only what was registered before and found otherwise is a difference; the steps of registering are none. */
function differences(registration: Registration, mended: ReadonlySet<string>, now: Date): Registration['difference'] {
  if (registration.state !== 'REGISTERED') return registration.difference
  return [...registration.difference, ...[...mended].map((what) => ({ at: now.toISOString(), what }))]
}

/** Resending is a favour to the events, not a condition of registering: trouble with it is left to the next sweep. */
async function resend(
  platform: Pick<Platform, 'log'>,
  observed: Observation,
  registration: Registration,
): Promise<void> {
  const { installationId, tenantId } = registration
  try {
    const count = await observed.resendDiverted(installationId)
    if (count > 0) platform.log.info({ installationId, tenantId, count }, 'diverted events were sent again')
  } catch (error) {
    if (!(error instanceof PolicySystemError) || error.trouble === 'unauthorized') throw error
    platform.log.warn({ installationId, tenantId, reason: error.message }, 'diverted events could not be sent again')
  }
}
