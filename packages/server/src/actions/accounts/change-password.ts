import { Failure } from '@mkt/contract/errors'
import { hashPassword, verifyPassword } from '../../lib/password.ts'
import { passwordHashOf, setPasswordHash } from '../../store/accounts/people.ts'
import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Changes a person's password and ends their other sessions. */
export async function changePassword(
  platform: Platform,
  input: { personId: string; sessionId: string; currentPassword: string; newPassword: string },
  origin: Origin,
): Promise<void> {
  const right = await verifyPassword(input.currentPassword, await passwordHashOf(platform.db, input.personId))
  if (!right) throw new Failure('credentials_wrong', 'The current password is wrong.')
  const hash = await hashPassword(input.newPassword)
  await transaction(platform.db, async (trx) => {
    await setPasswordHash(trx, input.personId, hash)
    await deleteOtherSessions(trx, input.personId, input.sessionId)
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: 'person.password.change',
      subject: { kind: 'person', id: input.personId },
    })
  })
}
