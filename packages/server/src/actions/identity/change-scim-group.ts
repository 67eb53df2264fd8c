import { limits } from '@mkt/contract/limits'
import { type MembersChange, type ScimGroupChange, tooManyMembers } from '../../domain/identity/scim-group.ts'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import { newId } from '../../lib/ids.ts'
import { lockScimDirectory, scimCounts } from '../../store/identity/scim-directories.ts'
import {
  addScimMembers,
  countScimMembers,
  deleteScimGroup,
  putScimGroup,
  removeScimMembers,
  type ScimGroup,
  scimGroup,
  scimMemberIds,
} from '../../store/identity/scim-groups.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'
import { applyScimRoles } from './apply-scim-roles.ts'

const MAX_GROUPS = limits.scimGroups.value
const MAX_MEMBERS = limits.scimMembers.value

export const noScimGroup = (id: string) => new ScimRefusal(404, `There is no group ${id.slice(0, 64)}.`)

export function createScimGroup(
  platform: Changing,
  input: { organizationId: string; fields: ScimGroupChange & Pick<ScimGroup, 'displayName' | 'externalId'> },
  origin: Origin,
): Promise<ScimGroup> {
  const { organizationId } = input
  const { members, ...fields } = input.fields
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    if ((await scimCounts(unit.trx, organizationId)).groups >= MAX_GROUPS)
      throw new ScimRefusal(400, `A directory has at most ${MAX_GROUPS} groups here.`)
    const { now, random } = unit
    const group = { id: newId('scg', now, random), organizationId, createdAt: now, updatedAt: now, ...fields }
    await write(unit, group)
    const { added } = await changeMembers(unit, group, members)
    await applyScimRoles(unit, organizationId, added)
    const details = { displayName: group.displayName, added: added.length }
    return unit.record('scim.group.change', { organizationId, id: group.id, details }).with(group)
  })
}

/** Changes a group; people who join or leave it get the role that their groups add up to. */
export function changeScimGroup(
  platform: Changing,
  input: { organizationId: string; id: string; change: ScimGroupChange },
  origin: Origin,
): Promise<ScimGroup> {
  const { organizationId, id } = input
  const { members, ...fields } = input.change
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimGroup(unit.trx, organizationId, id)
    if (present === undefined) throw noScimGroup(id)
    const group = { ...present, ...fields, updatedAt: unit.now }
    await write(unit, group)
    const { added, removed } = await changeMembers(unit, group, members)
    // Roles follow the name and the directory's id of a group, so a renamed one concerns all who are in it.
    const renamed = group.displayName !== present.displayName || group.externalId !== present.externalId
    const concerned = renamed ? [...(await scimMemberIds(unit.trx, id)), ...removed] : [...added, ...removed]
    await applyScimRoles(unit, organizationId, concerned)
    const details = { displayName: group.displayName, added: added.length, removed: removed.length }
    return unit.record('scim.group.change', { organizationId, id, details }).with(group)
  })
}

export function removeScimGroup(
  platform: Changing,
  input: { organizationId: string; id: string },
  origin: Origin,
): Promise<void> {
  const { organizationId, id } = input
  return change(platform, origin, async (unit) => {
    await lockScimDirectory(unit.trx, organizationId)
    const present = await scimGroup(unit.trx, organizationId, id)
    if (present === undefined) throw noScimGroup(id)
    const members = await scimMemberIds(unit.trx, id)
    await deleteScimGroup(unit.trx, id)
    await applyScimRoles(unit, organizationId, members)
    const details = { displayName: present.displayName }
    return unit.record('scim.group.delete', { organizationId, id, details })
  })
}

async function write(unit: Unit, group: ScimGroup): Promise<void> {
  if (!(await putScimGroup(unit.trx, group)))
    throw new ScimRefusal(409, `There is a group ${group.displayName} already.`, 'uniqueness')
}

/** Writes who joins and who leaves. Only a change of all members reads the present ones. */
async function changeMembers(unit: Unit, group: ScimGroup, members: MembersChange) {
  const leaving = members.clear
    ? (await scimMemberIds(unit.trx, group.id)).filter((id) => !members.added.has(id))
    : [...members.removed]
  const removed = leaving.length === 0 ? [] : await removeScimMembers(unit.trx, group.id, leaving)
  // Entra sends nested groups and users out of scope too; what the directory does not have here is passed over.
  const added = members.added.size === 0 ? [] : await addScimMembers(unit.trx, group, [...members.added])
  if (added.length > 0 && (await countScimMembers(unit.trx, group.id)) > MAX_MEMBERS) throw tooManyMembers()
  return { added, removed }
}
