import { limits } from '@mkt/contract/limits'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import { emailOfScimUser, nameOfScimUser, type ScimUserFields } from '../../domain/identity/scim-user.ts'
import { domainOf } from '../../domain/identity/sso-outcome.ts'
import { newId } from '../../lib/ids.ts'
import { insertPerson, personByEmail, personById, renamePerson, setPersonEmail } from '../../store/accounts/people.ts'
import { lockScimDirectory, scimCounts } from '../../store/identity/scim-directories.ts'
import { scimGroupsOf } from '../../store/identity/scim-groups.ts'
import {
  deleteScimUser,
  isScimUserTaken,
  putScimUser,
  type ScimUser,
  scimUser,
} from '../../store/identity/scim-users.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { ssoDomainsOf } from '../../store/identity/sso-domains.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { applyGroups } from './apply-groups.ts'
import { deactivateMember } from './deactivate-member.ts'

const MOST_USERS = limits.scimUsers.value

export const noScimUser = (id: string) => new ScimRefusal(404, `There is no user ${id.slice(0, 64)}.`)

/** Creates a user of a directory and makes the person a member. */
export function createScimUser(
  platform: Platform,
  input: { organizationId: string; fields: ScimUserFields },
  origin: Origin,
): Promise<ScimUser> {
  const { organizationId, fields } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    if ((await scimCounts(unit.trx, organizationId)).users >= MOST_USERS)
      throw new ScimRefusal(400, `A directory has at most ${MOST_USERS} users here.`)
    const { now, random } = unit
    const id = newId('scu', now, random)
    const blank = { id, organizationId, personId: null, madePerson: false, createdAt: now, updatedAt: now }
    const user = await write(unit, { ...blank, ...fields })
    return unit.record('scim.user.create', { organizationId, id, details: detailsOf(user) }).with(user)
  })
}

/** Changes a user. One who is no longer active is shut out in the same transaction. */
export function changeScimUser(
  platform: Platform,
  input: { organizationId: string; id: string; next: (present: ScimUser) => ScimUserFields },
  origin: Origin,
): Promise<ScimUser> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimUser(unit.trx, organizationId, id)
    if (present === undefined) throw noScimUser(id)
    const next = await write(unit, { ...present, ...input.next(present), updatedAt: unit.now })
    if (present.active && !next.active) await deactivateMember(unit, next)
    const action =
      present.active === next.active ? 'scim.user.change' : next.active ? 'scim.user.activate' : 'scim.user.deactivate'
    return unit.record(action, { organizationId, id, details: detailsOf(next) }).with(next)
  })
}

export function removeScimUser(
  platform: Platform,
  input: { organizationId: string; id: string },
  origin: Origin,
): Promise<void> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimUser(unit.trx, organizationId, id)
    if (present === undefined) throw noScimUser(id)
    await deactivateMember(unit, present)
    await deleteScimUser(unit.trx, id)
    return unit.record('scim.user.delete', { organizationId, id, details: detailsOf(present) })
  })
}

const detailsOf = ({ userName, active, personId }: ScimUser) => ({ userName, active, personId })

/** Writes the row; an active user is a person and a member, in the role of their groups. */
async function write(unit: Unit, wanted: ScimUser): Promise<ScimUser> {
  const user = wanted.active ? { ...wanted, ...(await personOf(unit, wanted)) } : wanted
  if (await isScimUserTaken(unit.trx, user))
    throw new ScimRefusal(409, `${user.userName} is in this directory already.`, 'uniqueness')
  await putScimUser(unit.trx, user)
  if (user.active) await applyScimGroups(unit, user)
  return user
}

/** Gives a member the role that the groups of the directory come to. */
export async function applyScimGroups(unit: Unit, user: ScimUser): Promise<void> {
  const { organizationId, personId } = user
  if (personId === null || !user.active) return
  const { groupRoles = [], defaultRole = 'viewer' } = (await ssoConnectionOf(unit.trx, organizationId)) ?? {}
  const groups = await scimGroupsOf(unit.trx, organizationId, personId)
  await applyGroups(unit, { organizationId, groupRoles, defaultRole }, personId, groups, 'scim')
}

/** The person behind a user: known, found by an address of a domain that the organization proved, or made now. */
async function personOf(unit: Unit, user: ScimUser): Promise<Pick<ScimUser, 'personId' | 'madePerson'>> {
  const { personId, madePerson } = user
  const email = emailOfScimUser(user)
  if (personId !== null && !madePerson) return { personId, madePerson }
  if (email === null)
    throw new ScimRefusal(400, 'A user needs a mail address: in emails, or as userName.', 'invalidValue')
  const domains = await ssoDomainsOf(unit.trx, user.organizationId)
  if (!domains.some(({ domain, verifiedAt }) => verifiedAt !== null && domain === domainOf(email)))
    throw new ScimRefusal(400, `The organization has not verified the domain ${domainOf(email)}.`, 'invalidValue')
  if (personId !== null) await rename(unit, personId, email, nameOfScimUser(user))
  if (personId !== null) return { personId, madePerson }
  const known = await personByEmail(unit.trx, email)
  if (known !== undefined) return { personId: known.id, madePerson: false }
  const id = newId('per', unit.now, unit.random)
  const row = { id, email, name: nameOfScimUser(user), passwordHash: null, platformRole: null, now: unit.now }
  if (!(await insertPerson(unit.trx, row)))
    throw new ScimRefusal(409, `${email} was taken just now. Try again.`, 'uniqueness')
  unit.record('person.create', { organizationId: null, id, details: { email, by: 'scim' } })
  return { personId: id, madePerson: true }
}

/** An account that the directory made is called what the directory says. */
async function rename(unit: Unit, personId: string, email: string, name: string): Promise<void> {
  const person = await personById(unit.trx, personId)
  if (person === undefined) return
  if (person.name !== name) await renamePerson(unit.trx, personId, name)
  if (person.email.toLowerCase() === email.toLowerCase()) return
  const other = await personByEmail(unit.trx, email)
  if (other !== undefined) throw new ScimRefusal(409, `${email} belongs to another account.`, 'uniqueness')
  await setPersonEmail(unit.trx, personId, email)
}
