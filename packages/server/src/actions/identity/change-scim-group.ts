import { limits } from '@mkt/contract/limits'
import type { ScimGroupFields } from '../../domain/identity/scim-group.ts'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import { newId } from '../../lib/ids.ts'
import { lockScimDirectory, scimCounts } from '../../store/identity/scim-directories.ts'
import {
  changeScimMembers,
  deleteScimGroup,
  putScimGroup,
  type ScimGroup,
  scimGroup,
  scimMembersOf,
} from '../../store/identity/scim-groups.ts'
import { knownScimUsers } from '../../store/identity/scim-users.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { applyScimGroups } from './provision-user.ts'

const MOST_GROUPS = limits.scimGroups.value

export const noScimGroup = (id: string) => new ScimRefusal(404, `There is no group ${id.slice(0, 64)}.`)

export function createScimGroup(
  platform: Platform,
  input: { organizationId: string; fields: ScimGroupFields },
  origin: Origin,
): Promise<ScimGroup> {
  const { organizationId, fields } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    if ((await scimCounts(unit.trx, organizationId)).groups >= MOST_GROUPS)
      throw new ScimRefusal(400, `A directory has at most ${MOST_GROUPS} groups here.`)
    const { now, random } = unit
    const group = { id: newId('scg', now, random), organizationId, createdAt: now, updatedAt: now }
    const written = await write(unit, { ...group, ...fields }, [], fields.members)
    const details = { displayName: written.displayName, members: fields.members.length }
    return unit.record('scim.group.change', { organizationId, id: written.id, details }).with(written)
  })
}

/** Changes a group; people who join or leave it get the role that their groups add up to. */
export function changeScimGroup(
  platform: Platform,
  input: { organizationId: string; id: string; next: (present: ScimGroupFields) => ScimGroupFields },
  origin: Origin,
): Promise<ScimGroup> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimGroup(unit.trx, organizationId, id)
    if (present === undefined) throw noScimGroup(id)
    const members = (await scimMembersOf(unit.trx, [id])).map(({ userId }) => userId)
    const { members: wanted, ...fields } = input.next({ ...present, members })
    const renamed = fields.displayName !== present.displayName || fields.externalId !== present.externalId
    const group = { ...present, ...fields, updatedAt: unit.now }
    const written = await write(unit, group, members, wanted, renamed)
    const details = { displayName: written.displayName, members: wanted.length }
    return unit.record('scim.group.change', { organizationId, id, details }).with(written)
  })
}

export function removeScimGroup(
  platform: Platform,
  input: { organizationId: string; id: string },
  origin: Origin,
): Promise<void> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimGroup(unit.trx, organizationId, id)
    if (present === undefined) throw noScimGroup(id)
    const members = (await scimMembersOf(unit.trx, [id])).map(({ userId }) => userId)
    await deleteScimGroup(unit.trx, id)
    await applyRoles(unit, organizationId, members)
    const details = { displayName: present.displayName }
    return unit.record('scim.group.delete', { organizationId, id, details })
  })
}

async function write(
  unit: Unit,
  { id, organizationId, displayName, externalId, createdAt, updatedAt }: ScimGroup,
  before: readonly string[],
  wanted: readonly string[],
  renamed = false,
): Promise<ScimGroup> {
  const group = { id, organizationId, displayName, externalId, createdAt, updatedAt }
  if (!(await putScimGroup(unit.trx, group)))
    throw new ScimRefusal(409, `There is a group ${displayName} already.`, 'uniqueness')
  const [had, has] = [new Set(before), new Set(wanted)]
  const asked = wanted.filter((member) => !had.has(member))
  // Entra sends nested groups and users out of scope too; what the directory does not have here is passed over.
  const added = (await knownScimUsers(unit.trx, organizationId, asked)).map((user) => user.id)
  const removed = before.filter((member) => !has.has(member))
  await changeScimMembers(unit.trx, id, { added, removed })
  await applyRoles(unit, organizationId, renamed ? [...before, ...added] : [...added, ...removed])
  return group
}

async function applyRoles(unit: Unit, organizationId: string, userIds: readonly string[]): Promise<void> {
  for (const user of await knownScimUsers(unit.trx, organizationId, userIds)) await applyScimGroups(unit, user)
}
