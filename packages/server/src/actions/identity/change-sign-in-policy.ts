import { Failure } from '@mkt/contract/errors'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type SignInPolicy, setEnforceSso, setRequireMfa, signInPolicy } from '../../store/identity/sign-in-policies.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/**
 * Requires a second factor of every member, or single sign-on of all but the owner. Who switches either on has proved a second factor
 * in this session, so they are not locked out; and single sign-on has to have worked once.
 */
export function changeSignInPolicy(
  platform: Changing,
  input: { organization: Organization; requireMfa?: boolean | undefined; enforceSso?: boolean | undefined },
  origin: Origin,
): Promise<SignInPolicy> {
  const { id } = input.organization
  const { caller } = origin
  return change(platform, origin, async (unit) => {
    const present = await signInPolicy(unit.trx, id)
    const next = {
      requireMfa: input.requireMfa ?? present.requireMfa,
      enforceSso: input.enforceSso ?? present.enforceSso,
    }
    const stricter = (next.requireMfa && !present.requireMfa) || (next.enforceSso && !present.enforceSso)
    if (stricter && (caller.kind !== 'person' || caller.assurance.factorAt === null))
      throw new Failure('factor_missing', 'Set up your own second factor first; otherwise you would lock yourself out.')
    if (next.enforceSso && !present.enforceSso) {
      const connection = await ssoConnectionOf(unit.trx, id)
      if (connection?.workedAt == null)
        throw new Failure(
          'sso_untested',
          'Test the connection first: a sign-in has to have worked before it is enforced.',
        )
    }
    if (next.requireMfa === present.requireMfa && next.enforceSso === present.enforceSso)
      return unit.unchanged().with(present)
    await setRequireMfa(unit.trx, id, next.requireMfa)
    await setEnforceSso(unit.trx, id, next.enforceSso)
    return unit.record('organization.sign-in-policy', { organizationId: id, id, details: { ...next } }).with(next)
  })
}
