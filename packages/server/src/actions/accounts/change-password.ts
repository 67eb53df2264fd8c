import { Failure } from '@mkt/contract/errors'
import { hashPassword, verifyPassword } from '../../lib/password.ts'
import { passwordHashOf, setPasswordHash } from '../../store/accounts/people.ts'
import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

/** Changes a person's password and ends their other sessions. */
export async function changePassword(
  platform: Platform,
  input: { personId: string; sessionId: string; currentPassword: string; newPassword: string },
  origin: Origin,
): Promise<void> {
  const right = await verifyPassword(input.currentPassword, await passwordHashOf(platform.db, input.personId))
  if (!right) throw new Failure('credentials_wrong', 'The current password is wrong.')
  const hash = await hashPassword(input.newPassword)
  await change(platform, origin, async (unit) => {
    await setPasswordHash(unit.trx, input.personId, hash)
    await deleteOtherSessions(unit.trx, input.personId, input.sessionId)
    return unit.record('person.password.change', { organizationId: null, id: input.personId })
  })
}
