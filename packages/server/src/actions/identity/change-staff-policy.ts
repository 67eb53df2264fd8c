import { Failure } from '@mkt/contract/errors'
import { staffNeeds } from '../../domain/accounts/assurance.ts'
import { personWithFactor } from '../../store/accounts/people.ts'
import { setEnforceSso } from '../../store/identity/sign-in-policies.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { setStaffBreakGlass, staffSignIns } from '../../store/identity/staff-sign-ins.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { noConnection } from './manage-sso.ts'

/**
 * Requires the provider of the platform of its own people, except of operators who are named to break the glass. Nobody can lock themselves
 * out: what would take the role from the session that asks is refused.
 */
export function changeStaffPolicy(
  platform: Changing & Pick<Platform, 'policy'>,
  input: { enforceSso?: boolean | undefined; breakGlass?: readonly string[] | undefined },
  origin: Origin,
): Promise<void> {
  const { caller } = origin
  return change(platform, origin, async (unit) => {
    const connection = await ssoConnectionOf(unit.trx, null)
    if (connection === undefined) throw noConnection()
    const enforceSso = input.enforceSso ?? connection.enforced
    if (enforceSso && connection.workedAt === null)
      throw new Failure(
        'sso_untested',
        'Test the connection first: a sign-in has to have worked before it is enforced.',
      )
    const staff = await staffSignIns(unit.trx, connection.id)
    const breakGlass = [...new Set(input.breakGlass ?? staff.filter((one) => one.breakGlass).map(({ id }) => id))]
    const stranger = breakGlass.find((id) => !staff.some((one) => one.id === id && one.platformRole === 'operator'))
    if (stranger !== undefined && input.breakGlass !== undefined)
      throw new Failure('not_found', `${stranger} is no operator. Name operators only.`)
    if (input.breakGlass !== undefined) await setStaffBreakGlass(unit.trx, breakGlass)
    await setEnforceSso(unit.trx, null, enforceSso)
    const own = caller.kind === 'person' ? await personWithFactor(unit.trx, caller.personId) : undefined
    if (caller.kind === 'person' && staffNeeds(own?.staffSso, caller.assurance, platform.policy) !== undefined)
      throw new Failure(
        'factor_missing',
        'This would lock you out. Sign in with the provider, or name yourself as one who may break the glass and prove a second factor.',
      )
    const details = { enforceSso, breakGlass }
    return unit.record('platform.sign-in-policy', { organizationId: null, id: connection.id, details })
  })
}
