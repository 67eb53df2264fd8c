import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password/password.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { insertLink, useLink } from '../../store/accounts/one-time-links.ts'
import { type Person, personByEmail, setPasswordHash } from '../../store/accounts/people.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { endSessions } from './end-sessions.ts'

const LINK_HOURS = 24

/** A one-time link to set a new password: mailed, or handed over by an operator. */
export async function createResetLink(
  platform: Changing & Pick<Platform, 'addresses'>,
  person: Person,
  origin: Origin,
): Promise<{ id: string; link: string; expiresAt: Date }> {
  const now = platform.clock.now()
  const token = newToken('mkr', platform.random)
  const id = newId('inv', now, platform.random)
  const expiresAt = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  await change(platform, origin, async (unit) => {
    await insertLink(unit.trx, {
      id,
      kind: 'password',
      email: person.email,
      organizationId: null,
      role: null,
      personId: person.id,
      createdAt: now,
      expiresAt,
      tokenHash: hashToken(token),
      createdBy: actorOf(origin.caller).id,
    })
    return unit.record('person.password.link', { organizationId: null, id: person.id })
  })
  return { id, link: `${platform.addresses.publicUrl}/set-password#${token}`, expiresAt }
}

/** Mails a link if there is such an account; says nothing about whether there is. */
export async function requestPasswordReset(
  platform: Changing & Pick<Platform, 'addresses' | 'log' | 'mailer'>,
  email: string,
  origin: Origin,
): Promise<void> {
  if (!platform.mailer.configured) return
  const person = await personByEmail(platform.db, email)
  if (person === undefined || person.disabledAt !== null) return
  const { link } = await createResetLink(platform, person, origin)
  // Not waited for: how long the answer takes would tell whether there is such an account.
  const mail = {
    to: person.email,
    subject: 'Set a new password for MKT',
    text: `Somebody, hopefully you, asked for a new password.\n\nSet it within ${LINK_HOURS} hours: ${link}\n\nIf it was not you, ignore this mail.\n`,
  }
  platform.mailer
    .send(mail)
    .catch((error: unknown) => platform.log.error({ error }, 'Mailing a link for a new password failed by a bug'))
}

/** Sets a new password with a link. All sessions end, so a thief of the old password is out. */
export async function completePasswordReset(
  platform: Changing,
  input: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  const address = addressParty(origin.address ?? '')
  const hash = await hashPassword(input.password, address)
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const link = await useLink(trx, 'password', hashToken(input.token), now)
    if (link?.personId == null)
      throw new Failure('link_invalid', 'This link is used up or has expired. Ask for a new one.')
    await setPasswordHash(trx, link.personId, hash)
    await clearFailedSignIns(trx, { email: link.email, address })
    await endSessions(unit, link.personId)
    return unit.record('person.password.reset', { organizationId: null, id: link.personId })
  })
}
