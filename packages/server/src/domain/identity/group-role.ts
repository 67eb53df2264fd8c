/** A rule of a connection: members of this group have this role. */
export interface GroupRole<Role extends string = string> {
  group: string
  role: Role
}

/** Roles a provider can give. Ownership moves by transfer only. */
const strength = ['viewer', 'developer', 'operations', 'admin'] as const
type GrantedRole = (typeof strength)[number]

const platformStrength = ['moderator', 'operator'] as const
type GrantedPlatformRole = (typeof platformStrength)[number]

/** The strongest role that the groups give; the default where no group counts. */
export function roleOfGroups(rules: readonly GroupRole[], groups: readonly string[], defaultRole: string): GrantedRole {
  return strongest(strength, rules, groups) ?? strength.find((role) => role === defaultRole) ?? 'viewer'
}

/** The same for people of the platform, who have no role without a group. */
export function platformRoleOfGroups(
  rules: readonly GroupRole[],
  groups: readonly string[],
): GrantedPlatformRole | null {
  return strongest(platformStrength, rules, groups) ?? null
}

function strongest<Role extends string>(
  order: readonly Role[],
  rules: readonly GroupRole[],
  groups: readonly string[],
): Role | undefined {
  const given = new Set(rules.filter(({ group }) => groups.includes(group)).map(({ role }) => role))
  return order.findLast((role) => given.has(role))
}
