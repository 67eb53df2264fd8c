import type { PlatformRole } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import {
  countOperators,
  type Person,
  renamePerson,
  setPersonDisabled,
  setPlatformRole,
} from '../../store/accounts/people.ts'
import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

async function refuseLastOperator(platform: Platform, person: Person): Promise<void> {
  if (person.platformRole !== 'operator' || person.disabledAt !== null) return
  if ((await countOperators(platform.db)) <= 1)
    throw new Failure('last_owner', `${person.email} is the last operator. Make somebody else one first.`)
}

/** Disables an account, ending its sessions at once, or enables it again. */
export async function setPersonEnabled(
  platform: Platform,
  input: { person: Person; enabled: boolean },
  origin: Origin,
): Promise<Person> {
  if (!input.enabled) await refuseLastOperator(platform, input.person)
  const disabledAt = input.enabled ? null : platform.clock.now()
  await transaction(platform.db, async (trx) => {
    await setPersonDisabled(trx, input.person.id, disabledAt)
    if (!input.enabled) await deleteOtherSessions(trx, input.person.id, null)
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: input.enabled ? 'person.enable' : 'person.disable',
      subject: { kind: 'person', id: input.person.id },
      details: { email: input.person.email },
    })
  })
  return { ...input.person, disabledAt }
}

/** Gives or takes a platform role. There is always an operator. */
export async function changePersonRole(
  platform: Platform,
  input: { person: Person; platformRole: PlatformRole | null },
  origin: Origin,
): Promise<Person> {
  if (input.platformRole !== 'operator') await refuseLastOperator(platform, input.person)
  await transaction(platform.db, async (trx) => {
    await setPlatformRole(trx, input.person.id, input.platformRole)
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: 'person.role',
      subject: { kind: 'person', id: input.person.id },
      details: { from: input.person.platformRole, to: input.platformRole },
    })
  })
  return { ...input.person, platformRole: input.platformRole }
}

/** Changes one's own name. */
export async function changeName(
  platform: Platform,
  input: { personId: string; from: string; to: string },
  origin: Origin,
): Promise<void> {
  const { personId, from, to } = input
  await transaction(platform.db, async (trx) => {
    await renamePerson(trx, personId, to)
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: 'person.change',
      subject: { kind: 'person', id: personId },
      details: { from, to },
    })
  })
}
