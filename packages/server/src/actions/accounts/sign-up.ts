import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password/password.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { insertPerson, type Person } from '../../store/accounts/people.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { joinByInvitation, requireInvitation } from './invite-member.ts'

/** Makes an account: with an invitation always, without one only where the operator opened sign-up. */
export async function signUp(
  platform: Changing & Pick<Platform, 'policy' | 'strangers'>,
  input: { email: string; name: string; password: string; invitation?: string | undefined },
  origin: Origin,
): Promise<Person> {
  if (input.invitation === undefined && platform.policy.signUp === 'closed') {
    throw new Failure(
      'sign_up_closed',
      'Accounts are created by invitation here. Ask an admin of your organization for one.',
    )
  }
  const now = platform.clock.now()
  const id = newId('per', now, platform.random)
  // Before the address is looked at, so that an invented invitation does not tell who has an account.
  const { email, invitation: token } = input
  if (token !== undefined) await requireInvitation(platform, { token, email }, origin.address)
  const passwordHash = await hashPassword(input.password, addressParty(origin.address ?? ''))
  await change(platform, origin, async (unit) => {
    const added = await insertPerson(unit.trx, {
      id,
      email: input.email,
      name: input.name,
      passwordHash,
      platformRole: null,
      now,
    })
    if (!added) throw new Failure('email_taken', `There is an account for ${input.email}. Sign in instead.`)
    if (input.invitation !== undefined)
      await joinByInvitation(unit, { token: input.invitation, personId: id, email: input.email })
    return unit.record('person.create', { organizationId: null, id, details: { email: input.email } })
  })
  return { id, email: input.email, name: input.name, platformRole: null, disabledAt: null }
}
