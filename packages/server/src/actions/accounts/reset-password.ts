import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword, noteWrongGuess } from '../../lib/password/password.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { createFairQueue, QueueFull } from '../../lib/sharing/fair-queue.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { insertLink, openLink, useLink } from '../../store/accounts/one-time-links.ts'
import { type Person, personByEmail, setPasswordHash } from '../../store/accounts/people.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import { isShareTaken } from '../../store/platform/shares.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Recorded, Unit } from '../platform/unit.ts'
import { endSessions } from './end-sessions.ts'
import { lookUpCredential } from './look-up-credential.ts'

const LINK_HOURS = 24

/** A one-time link to set a new password: mailed, or handed over by an operator. */
export async function createResetLink(
  platform: Changing & Pick<Platform, 'addresses'>,
  person: Person,
  origin: Origin,
): Promise<{ id: string; link: string; expiresAt: Date }> {
  const { id, token, expiresAt } = newLink(platform)
  await change(platform, origin, (unit) => recordLink(unit, person, { id, token, expiresAt }))
  return { id, link: linkOf(platform, token), expiresAt }
}

interface NewLink {
  id: string
  token: string
  expiresAt: Date
}

function newLink({ clock, random }: Pick<Platform, 'clock' | 'random'>): NewLink {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  return { id: newId('inv', now, random), token: newToken('mkr', random), expiresAt }
}

const linkOf = ({ addresses }: Pick<Platform, 'addresses'>, token: string) =>
  `${addresses.publicUrl}/set-password#${token}`

async function recordLink(unit: Unit, person: Person, { id, token, expiresAt }: NewLink): Promise<Recorded> {
  await insertLink(unit.trx, {
    id,
    kind: 'password',
    email: person.email,
    organizationId: null,
    role: null,
    personId: person.id,
    createdAt: unit.now,
    expiresAt,
    tokenHash: hashToken(token),
    createdBy: actorOf(unit.origin.caller).id,
  })
  return unit.record('person.password.link', { organizationId: null, id: person.id })
}

/** Links that are made after the answer. */
const links = createFairQueue({ running: 4, runningPerParty: 2, waiting: 1_024, waitingPerParty: 64, waitMs: 60_000 })

/**
 * Mails a link if there is such an account; says nothing about whether there is. What only an account needs is not waited for: how long the answer
 * takes would tell.
 */
export async function requestPasswordReset(
  platform: Changing & Pick<Platform, 'addresses' | 'log' | 'mailer'>,
  email: string,
  origin: Origin,
): Promise<void> {
  if (!platform.mailer.configured) return
  const person = await personByEmail(platform.db, email)
  if (person === undefined || person.disabledAt !== null) return
  mailLink(platform, person, origin).catch((error: unknown) =>
    platform.log.error({ error }, 'A link for a new password was not mailed'),
  )
}

async function mailLink(
  platform: Changing & Pick<Platform, 'addresses' | 'log' | 'mailer'>,
  person: Person,
  origin: Origin,
): Promise<void> {
  const made = newLink(platform)
  const make = () =>
    change(platform, origin, async (unit) => {
      // Anybody who knows an address may ask: each time is a mail to somebody who perhaps did not.
      if (await isShareTaken(unit.trx, 'resetLinks', person.id, unit.now)) return unit.unchanged().with(false)
      return (await recordLink(unit, person, made)).with(true)
    })
  const isMade = await links.run(addressParty(origin.address ?? ''), make).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error
    platform.log.warn({ reason: error.reason }, 'Too many links for new passwords are asked for: one was not mailed')
    return false
  })
  if (!isMade) return
  await platform.mailer.send({
    to: person.email,
    subject: 'Set a new password for MKT',
    text: `Somebody, hopefully you, asked for a new password.\n\nSet it within ${LINK_HOURS} hours: ${linkOf(platform, made.token)}\n\nIf it was not you, ignore this mail.\n`,
  })
}

/** Sets a new password with a link. All sessions end, so a thief of the old password is out. */
export async function completePasswordReset(
  platform: Changing & Pick<Platform, 'strangers'>,
  input: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  await requireLink(platform, input.token, origin)
  const address = addressParty(origin.address ?? '')
  const hash = await hashPassword(input.password, address)
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const link = await useLink(trx, 'password', hashToken(input.token), now)
    if (link?.personId == null) throw linkInvalid()
    await setPasswordHash(trx, link.personId, hash)
    await clearFailedSignIns(trx, { email: link.email, address })
    await endSessions(unit, link.personId)
    return unit.record('person.password.reset', { organizationId: null, id: link.personId })
  })
}

/** Before the password is hashed, which costs much: an invented link is a wrong guess like any other, and looked up like any other credential. */
async function requireLink(
  platform: Pick<Platform, 'db' | 'clock' | 'strangers'>,
  token: string,
  origin: Origin,
): Promise<void> {
  const { db, clock } = platform
  const address = origin.address ?? ''
  const link = await lookUpCredential(platform, address, token, () =>
    openLink(db, 'password', hashToken(token), clock.now()),
  )
  if (link !== undefined) return
  noteWrongGuess(addressParty(address))
  throw linkInvalid()
}

function linkInvalid(): Failure {
  return new Failure('link_invalid', 'This link is used up or has expired. Ask for a new one.')
}
