import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password/password.ts'
import { insertPerson } from '../../store/accounts/people.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'

/** Makes the first account of a platform, for a person with access to its database: an operator, who invites everybody else. */
export async function createOperator(platform: Changing, input: { email: string; password: string }): Promise<void> {
  const now = platform.clock.now()
  const id = newId('per', now, platform.random)
  const passwordHash = await hashPassword(input.password, 'platform')
  await changeByPlatform(platform, async (unit) => {
    const added = await insertPerson(unit.trx, {
      id,
      email: input.email,
      name: 'Operator',
      passwordHash,
      platformRole: 'operator',
      now,
    })
    if (!added) throw new Failure('email_taken', `There is an account for ${input.email} already.`)
    const details = { email: input.email, platformRole: 'operator' }
    return unit.record('person.create', { organizationId: null, id, details })
  })
}
