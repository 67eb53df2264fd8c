import { Failure } from '@mkt/contract/errors'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type SignInPolicy, setRequireMfa, signInPolicy } from '../../store/identity/sign-in-policies.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

/** Requires a second factor of every member. Who switches it on has proved one in this session, so they are not locked out. */
export function changeSignInPolicy(
  platform: Platform,
  input: { organization: Organization; requireMfa?: boolean | undefined },
  origin: Origin,
): Promise<SignInPolicy> {
  const { organization } = input
  const { caller } = origin
  return change(platform, origin, async (unit) => {
    const present = await signInPolicy(unit.trx, organization.id)
    const requireMfa = input.requireMfa ?? present.requireMfa
    if (requireMfa === present.requireMfa) return unit.unchanged().with(present)
    if (requireMfa && (caller.kind !== 'person' || caller.assurance.factorAt === null))
      throw new Failure('factor_missing', 'Set up your own second factor first; otherwise you would lock yourself out.')
    await setRequireMfa(unit.trx, organization.id, requireMfa)
    const details = { requireMfa }
    return unit
      .record('organization.sign-in-policy', { organizationId: organization.id, id: organization.id, details })
      .with({ requireMfa })
  })
}
