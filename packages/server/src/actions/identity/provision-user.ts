import { limits } from '@mkt/contract/limits'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import type { ScimUserFields } from '../../domain/identity/scim-user.ts'
import { newId } from '../../lib/ids.ts'
import { lockScimDirectory, scimCounts } from '../../store/identity/scim-directories.ts'
import {
  deleteScimUser,
  isScimUserTaken,
  putScimUser,
  type ScimUser,
  scimUser,
} from '../../store/identity/scim-users.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'
import { applyScimRoles } from './apply-scim-roles.ts'
import { deactivateMember } from './deactivate-member.ts'
import { personOfScimUser, personToShutOut } from './person-of-scim-user.ts'

const MAX_USERS = limits.scimUsers.value

export const noScimUser = (id: string) => new ScimRefusal(404, `There is no user ${id.slice(0, 64)}.`)

/** Creates a user of a directory and makes the person a member. */
export function createScimUser(
  platform: Changing,
  input: { organizationId: string; fields: ScimUserFields },
  origin: Origin,
): Promise<ScimUser> {
  const { organizationId, fields } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    if ((await scimCounts(unit.trx, organizationId)).users >= MAX_USERS)
      throw new ScimRefusal(400, `A directory has at most ${MAX_USERS} users here.`)
    const { now, random } = unit
    const id = newId('scu', now, random)
    const blank = { id, organizationId, personId: null, madePerson: false, createdAt: now, updatedAt: now }
    const user = await write(unit, { ...blank, ...fields })
    if (!user.active) await deactivateMember(unit, user)
    return unit.record('scim.user.create', { organizationId, id, details: detailsOf(user) }).with(user)
  })
}

/** Changes a user. One who is no longer active is shut out in the same transaction. */
export function changeScimUser(
  platform: Changing,
  input: { organizationId: string; id: string; next: (present: ScimUser) => ScimUserFields },
  origin: Origin,
): Promise<ScimUser> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimUser(unit.trx, organizationId, id)
    if (present === undefined) throw noScimUser(id)
    const next = await write(unit, { ...present, ...input.next(present), updatedAt: unit.now })
    if (!next.active && (present.active || present.personId === null)) await deactivateMember(unit, next)
    const action =
      present.active === next.active ? 'scim.user.change' : next.active ? 'scim.user.activate' : 'scim.user.deactivate'
    return unit.record(action, { organizationId, id, details: detailsOf(next) }).with(next)
  })
}

export function removeScimUser(
  platform: Changing,
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
  const who = await (wanted.active ? personOfScimUser(unit, wanted) : personToShutOut(unit, wanted))
  const user = { ...wanted, ...who }
  if (await isScimUserTaken(unit.trx, user))
    throw new ScimRefusal(409, `${user.userName} is in this directory already.`, 'uniqueness')
  await putScimUser(unit.trx, user)
  if (user.active) await applyScimRoles(unit, user.organizationId, [user.id])
  return user
}
