import { Failure } from '@mkt/contract/errors'
import type { Caller } from '../../domain/accounts/caller.ts'
import { lockPerson } from '../../store/accounts/people.ts'
import { deleteTotp, hasFactor, replaceRecoveryCodes } from '../../store/identity/factors.ts'
import { deletePasskey, deletePasskeysOf, renamePasskey as writeName } from '../../store/identity/passkeys.ts'
import { requiresFactor } from '../../store/identity/sign-in-policies.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { keepSignIn } from './keep-sign-in.ts'

type Person = Extract<Caller, { kind: 'person' }>

/** The last factor stays while something asks for one; without any factor, recovery codes stand in for nothing and go. */
async function settleRest(platform: Pick<Platform, 'policy'>, unit: Unit, person: Person): Promise<void> {
  const { personId, platformRole } = person
  if (await hasFactor(unit.trx, personId)) return
  if ((!platform.policy.laptop && platformRole !== null) || (await requiresFactor(unit.trx, personId)))
    throw new Failure(
      'factor_needed',
      'This is your last second factor, and your role or organization requires one. Add another one first.',
    )
  await replaceRecoveryCodes(unit.trx, personId, [], unit.now)
}

export function removeTotp(
  platform: Changing & Pick<Platform, 'policy'>,
  person: Person,
  origin: Origin,
): Promise<void> {
  return change(platform, origin, async (unit) => {
    await lockPerson(unit.trx, person.personId)
    if (!(await deleteTotp(unit.trx, person.personId)))
      throw new Failure('not_found', 'You have no authenticator app set up.')
    await settleRest(platform, unit, person)
    return unit.record('factor.totp.remove', { organizationId: null, id: person.personId })
  })
}

/** A passkey signs in by itself, so the last way to sign in stays. */
export function removePasskey(
  platform: Changing & Pick<Platform, 'policy'>,
  input: { person: Person; id: string },
  origin: Origin,
): Promise<void> {
  const { person } = input
  return change(platform, origin, async (unit) => {
    await lockPerson(unit.trx, person.personId)
    const name = await deletePasskey(unit.trx, person.personId, input.id)
    if (name === undefined) throw new Failure('not_found', 'You have no such passkey.')
    await keepSignIn(unit.trx, person.personId)
    await settleRest(platform, unit, person)
    return unit.record('factor.passkey.remove', { organizationId: null, id: person.personId, details: { name } })
  })
}

export function renamePasskey(
  platform: Changing,
  input: { personId: string; id: string; name: string },
  origin: Origin,
): Promise<void> {
  const { personId, id, name } = input
  return change(platform, origin, async (unit) => {
    if (!(await writeName(unit.trx, personId, id, name))) throw new Failure('not_found', 'You have no such passkey.')
    return unit.record('factor.passkey.rename', { organizationId: null, id: personId, details: { name } })
  })
}

/** For a person who lost every factor. Their sessions end too: a thief of the device may hold one. */
export function resetFactors(platform: Changing, personId: string, origin: Origin): Promise<void> {
  return change(platform, origin, async (unit) => {
    const totp = await deleteTotp(unit.trx, personId)
    const passkeys = await deletePasskeysOf(unit.trx, personId)
    await replaceRecoveryCodes(unit.trx, personId, [], unit.now)
    const sessions = await endSessions(unit, personId)
    return unit.record('factor.reset', { organizationId: null, id: personId, details: { totp, passkeys, sessions } })
  })
}
