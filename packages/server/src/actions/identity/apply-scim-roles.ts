import type { Role } from '@mkt/contract/api'
import { roleOfGroups } from '../../domain/identity/group-role.ts'
import { insertMembers, setMemberRoles } from '../../store/accounts/members.ts'
import { scimRoleFacts } from '../../store/identity/scim-groups.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import type { Unit } from '../platform/unit.ts'

/** Users looked at with one query. */
const BATCH = 1_000

/**
 * Makes active users of a directory members, in the role that their groups come to. Each batch takes a handful of statements, however
 * many people are in it: a group may have thousands. Owners stay owners.
 */
export async function applyScimRoles(unit: Unit, organizationId: string, userIds: readonly string[]): Promise<void> {
  const { groupRoles = [], defaultRole = 'viewer' } = (await ssoConnectionOf(unit.trx, organizationId)) ?? {}
  const counted = groupRoles.map(({ group }) => group)
  for (let from = 0; from < userIds.length; from += BATCH) {
    const facts = await scimRoleFacts(unit.trx, organizationId, userIds.slice(from, from + BATCH), counted)
    const given = facts.map((row) => ({ ...row, to: roleOfGroups(groupRoles, row.groups, defaultRole) }))
    const joining = given.filter(({ role }) => role === null)
    // Without rules the directory says nothing about roles, and those given by hand stay.
    const changing = given.filter(({ role, to }) => groupRoles.length > 0 && role !== null && role !== to)
    for (const [role, people] of byRole(joining))
      for (const personId of await insertMembers(unit.trx, {
        organizationId,
        personIds: [...people.keys()],
        role,
        now: unit.now,
      }))
        unit.record('member.join', {
          organizationId,
          id: personId,
          details: { email: people.get(personId)?.email, role, by: 'scim' },
        })
    for (const [to, people] of byRole(changing))
      for (const personId of await setMemberRoles(unit.trx, organizationId, [...people.keys()], to)) {
        const { email, role: was } = people.get(personId) ?? {}
        unit.record('member.role', { organizationId, id: personId, details: { email, from: was, to, by: 'scim' } })
      }
  }
}

interface Given {
  personId: string
  email: string
  role: Role | null
  to: Role
}

function byRole(rows: readonly Given[]): Map<Role, Map<string, Given>> {
  const roles = new Map<Role, Map<string, Given>>()
  for (const row of rows) {
    const people = roles.get(row.to) ?? new Map<string, Given>()
    roles.set(row.to, people.set(row.personId, row))
  }
  return roles
}
