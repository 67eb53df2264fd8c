import { platformRoleOfGroups, roleOfGroups } from '../../domain/identity/group-role.ts'
import { isPlainText } from '../../domain/identity/plain-text.ts'
import type { OidcClaims } from '../../outbound/oidc.ts'
import { lockMember, setMemberRole } from '../../store/accounts/members.ts'
import { insertMember } from '../../store/accounts/organizations.ts'
import { isLastOperator, personById, setPlatformRole } from '../../store/accounts/people.ts'
import type { SsoConnection } from '../../store/identity/sso-connections.ts'
import type { Unit } from '../platform/unit.ts'

const MAX_GROUPS = 500

/** The groups a token names, bounded: whatever else stands in the claim is left out. */
export function groupsOf(connection: Pick<SsoConnection, 'groupsClaim'>, claims: Pick<OidcClaims, 'all'>): string[] {
  const value = claims.all[connection.groupsClaim]
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return list.slice(0, MAX_GROUPS).filter((group) => typeof group === 'string' && isPlainText(group, 256))
}

/** Makes somebody a member of the organization, in the role of their groups; owners stay owners. */
export async function applyGroups(
  unit: Unit,
  connection: Pick<SsoConnection, 'organizationId' | 'groupRoles' | 'defaultRole'>,
  { id: personId, email }: { id: string; email: string },
  groups: readonly string[],
): Promise<void> {
  const { organizationId } = connection
  if (organizationId === null) return applyPlatformGroups(unit, connection, personId, groups)
  const role = roleOfGroups(connection.groupRoles, groups, connection.defaultRole)
  const member = await lockMember(unit.trx, organizationId, personId)
  if (member === undefined) {
    await insertMember(unit.trx, { organizationId, personId, role, now: unit.now })
    unit.record('member.join', { organizationId, id: personId, details: { email, role, by: 'sso' } })
    return
  }
  // Without rules the provider says nothing about roles, and those given by hand stay.
  if (connection.groupRoles.length === 0 || member.role === 'owner' || member.role === role) return
  await setMemberRole(unit.trx, organizationId, personId, role)
  const details = { email: member.email, from: member.role, to: role, by: 'sso' }
  unit.record('member.role', { organizationId, id: personId, details })
}

async function applyPlatformGroups(
  unit: Unit,
  connection: Pick<SsoConnection, 'groupRoles'>,
  personId: string,
  groups: readonly string[],
): Promise<void> {
  if (connection.groupRoles.length === 0) return
  const to = platformRoleOfGroups(connection.groupRoles, groups)
  const person = await personById(unit.trx, personId)
  const from = person?.platformRole ?? null
  if (from === to) return
  // There is always an operator.
  if (from === 'operator' && (await isLastOperator(unit.trx, personId))) return
  await setPlatformRole(unit.trx, personId, to)
  unit.record('person.role', { organizationId: null, id: personId, details: { from, to, by: 'sso' } })
}
