import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password.ts'
import { insertPerson } from '../../store/accounts/people.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { ownDoing, recordAudit } from '../platform/record-audit.ts'

/** Makes the first account of a platform, by whoever can reach its database: an operator, who invites everybody else. */
export async function createOperator(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  input: { email: string; password: string },
): Promise<void> {
  const now = platform.clock.now()
  const id = newId('per', now, platform.random)
  const passwordHash = await hashPassword(input.password)
  await transaction(platform.db, async (trx) => {
    const added = await insertPerson(trx, {
      id,
      email: input.email,
      name: 'Operator',
      passwordHash,
      platformRole: 'operator',
      now,
    })
    if (!added) throw new Failure('email_taken', `There is an account for ${input.email} already.`)
    await recordAudit(platform, trx, ownDoing, {
      organizationId: null,
      action: 'person.create',
      subject: { kind: 'person', id },
      details: { email: input.email, platformRole: 'operator' },
    })
  })
}
