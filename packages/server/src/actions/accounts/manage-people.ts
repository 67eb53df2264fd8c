import { type MailTopic, mailTopics, type PlatformRole } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import {
  isLastOperator,
  type Person,
  type Preferences,
  renamePerson,
  setPersonDisabled,
  setPlatformRole,
  setPreferences,
} from '../../store/accounts/people.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'
import { endSessions } from './end-sessions.ts'

async function refuseLastOperator({ trx }: Pick<Unit, 'trx'>, { id, email }: Person): Promise<void> {
  if (await isLastOperator(trx, id))
    throw new Failure('last_owner', `${email} is the last operator. Make somebody else one first.`)
}

/** Disables an account, ending its sessions at once, or enables it again. */
export async function setPersonEnabled(
  platform: Changing,
  input: { person: Person; enabled: boolean },
  origin: Origin,
): Promise<Person> {
  const disabledAt = input.enabled ? null : platform.clock.now()
  const { id, email } = input.person
  await change(platform, origin, async (unit) => {
    if (!input.enabled) await refuseLastOperator(unit, input.person)
    await setPersonDisabled(unit.trx, id, disabledAt)
    if (!input.enabled) await endSessions(unit, id)
    const action = input.enabled ? 'person.enable' : 'person.disable'
    return unit.record(action, { organizationId: null, id, details: { email } })
  })
  return { ...input.person, disabledAt }
}

/** Gives or takes a platform role. There is always an operator. */
export async function changePersonRole(
  platform: Changing,
  input: { person: Person; platformRole: PlatformRole | null },
  origin: Origin,
): Promise<Person> {
  const { id, platformRole: from } = input.person
  await change(platform, origin, async (unit) => {
    if (input.platformRole !== 'operator') await refuseLastOperator(unit, input.person)
    await setPlatformRole(unit.trx, id, input.platformRole)
    return unit.record('person.role', { organizationId: null, id, details: { from, to: input.platformRole } })
  })
  return { ...input.person, platformRole: input.platformRole }
}

interface ProfileChange {
  personId: string
  from: string
  name?: string | undefined
  timeZone?: string | null | undefined
  locale?: string | null | undefined
  noMailAbout?: readonly MailTopic[] | undefined
}

/** Changes one's own name, how one reads times and numbers and what one gets mail about; what is not given stays. */
export async function changeProfile(
  platform: Changing,
  { personId, from, name, timeZone, locale, noMailAbout }: ProfileChange,
  origin: Origin,
): Promise<void> {
  const chosen: Partial<Preferences> = {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(locale === undefined ? {} : { locale }),
    ...(noMailAbout === undefined ? {} : { noMailAbout: mailTopics.filter((topic) => noMailAbout.includes(topic)) }),
  }
  const chooses = Object.keys(chosen).length > 0
  if (name === undefined && !chooses) return
  await change(platform, origin, async (unit) => {
    if (name !== undefined) await renamePerson(unit.trx, personId, name)
    if (chooses) await setPreferences(unit.trx, personId, chosen)
    const details = { ...(name === undefined ? {} : { from, to: name }), ...chosen }
    return unit.record('person.change', { organizationId: null, id: personId, details })
  })
}
