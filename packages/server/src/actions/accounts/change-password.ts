import { Failure } from '@mkt/contract/errors'
import { hashPassword } from '../../lib/password/password.ts'
import { passwordHashOf, setPasswordHash } from '../../store/accounts/people.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { endSessions } from './end-sessions.ts'
import { guessPassword } from './guess-password.ts'

/** Changes a person's password and ends their other sessions. */
export async function changePassword(
  platform: Changing,
  input: { personId: string; email: string; sessionId: string; currentPassword: string; newPassword: string },
  origin: Origin,
): Promise<void> {
  const address = origin.address ?? ''
  const { email, currentPassword: password } = input
  const find = async () => ({ passwordHash: await passwordHashOf(platform.db, input.personId) })
  const { right, guess } = await guessPassword(platform, { email, address, password, find })
  if (!right) throw new Failure('credentials_wrong', 'The current password is wrong.')
  const newHash = await hashPassword(input.newPassword, guess.address)
  await change(platform, origin, async (unit) => {
    await clearFailedSignIns(unit.trx, guess)
    await setPasswordHash(unit.trx, input.personId, newHash)
    await endSessions(unit, input.personId, input.sessionId)
    return unit.record('person.password.change', { organizationId: null, id: input.personId })
  })
}
