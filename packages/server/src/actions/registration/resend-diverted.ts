import type { Observation } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import type { Resent } from '../../outbound/policy/resend-each.ts'
import type { Registration } from '../../store/registration/registrations.ts'
import type { Platform } from '../platform/platform.ts'

/** Resending is a favour to the events, not a condition of registering: trouble with it is left to the next sweep. */
export async function resendDiverted(
  platform: Pick<Platform, 'log'>,
  observed: Observation,
  registration: Registration,
  isLate: () => boolean,
): Promise<Resent> {
  const { installationId, tenantId } = registration
  try {
    const resent = await observed.resendDiverted(installationId, isLate)
    const count = resent.accepted
    if (count > 0) platform.log.info({ installationId, tenantId, count }, 'diverted events were sent again')
    return resent
  } catch (error) {
    if (!(error instanceof PolicySystemError) || error.trouble === 'unauthorized') throw error
    platform.log.warn({ installationId, tenantId, reason: error.message }, 'diverted events could not be sent again')
    return { accepted: 0, isCut: false }
  }
}
