import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password.ts'
import { insertPerson, type Person } from '../../store/accounts/people.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'
import { acceptInvitation } from './invite-member.ts'

/** Makes an account: with an invitation always, without one only where the operator opened sign-up. */
export async function signUp(
  platform: Platform,
  input: { email: string; name: string; password: string; invitation?: string | undefined },
  origin: Origin,
): Promise<Person> {
  if (input.invitation === undefined && platform.policy.signUp === 'closed') {
    throw new Failure(
      'sign_up_closed',
      'Accounts are made by invitation here. Ask an admin of your organization for one.',
    )
  }
  const now = platform.clock.now()
  const id = newId('per', now, platform.random)
  const passwordHash = await hashPassword(input.password)
  await transaction(platform.db, async (trx) => {
    const added = await insertPerson(trx, {
      id,
      email: input.email,
      name: input.name,
      passwordHash,
      platformRole: null,
      now,
    })
    if (!added) throw new Failure('email_taken', `There is an account for ${input.email}. Sign in instead.`)
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: 'person.create',
      subject: { kind: 'person', id },
      details: { email: input.email },
    })
    if (input.invitation !== undefined)
      await acceptInvitation({ ...platform, db: trx }, { token: input.invitation, personId: id }, origin)
  })
  return { id, email: input.email, name: input.name, platformRole: null, disabledAt: null }
}
