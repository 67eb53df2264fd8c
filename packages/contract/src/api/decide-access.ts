import type { PlatformRole, Role, Rule, Scope } from './access.ts'

/** Who asks, as far as access is concerned: nobody, a person, or an API key of one organization. */
export type AccessCaller =
  | { kind: 'nobody' }
  | {
      kind: 'person'
      platformRole: PlatformRole | null
      memberships: readonly { organizationId: string; role: Role }[]
    }
  | { kind: 'key'; organizationId: string; scopes: readonly Scope[] }

/** What an operation is done to, as far as access is concerned. */
export interface Subject {
  /** The organization that owns the thing; null where nothing is owned (the catalogue, one's own session). */
  organizationId: string | null
  /** Everyone signed in may know of it, for example a public listing. */
  shared?: boolean
  /** A test installation, or something that belongs to one. */
  test?: boolean
}

/** The subject of operations that concern no organization's thing. */
export const unowned: Subject = { organizationId: null }

export type Decision = 'allowed' | 'sign-in' | 'forbidden' | 'hidden'

/**
 * Decides every access, by a row of the access table. A caller that may not know that a thing exists is `hidden` and gets the
 * same answer as if it did not exist; a caller that may know of it is `forbidden`. The server enforces the decision; the console
 * asks it before it offers a button.
 */
export function decideAccess(rule: Rule, caller: AccessCaller, subject: Subject): Decision {
  if (rule.anyone === true) return 'allowed'
  if (caller.kind === 'nobody') return 'sign-in'
  if (isAllowed(rule, caller, subject)) return 'allowed'
  return mayKnow(caller, subject) ? 'forbidden' : 'hidden'
}

/** Whether the caller belongs to the organization, as a member or as one of its keys. */
export function belongsTo(caller: AccessCaller, organizationId: string): boolean {
  if (caller.kind === 'key') return caller.organizationId === organizationId
  return roleIn(caller, organizationId) !== undefined
}

function isAllowed(rule: Rule, caller: AccessCaller, subject: Subject): boolean {
  if (rule.signedIn === true) return true
  if (rule.shared === true && subject.shared === true) return true
  if (caller.kind === 'person') {
    if (rule.person === true) return true
    if (caller.platformRole !== null && rule.platform?.includes(caller.platformRole) === true) return true
    if (subject.test === true && caller.platformRole !== null) {
      if (rule.test?.platform?.includes(caller.platformRole) === true) return true
    }
  }
  return asOwner(rule, caller, subject) || (subject.test === true && asOwner(rule.test ?? {}, caller, subject))
}

function asOwner(rule: Pick<Rule, 'members' | 'scopes'>, caller: AccessCaller, subject: Subject): boolean {
  if (subject.organizationId === null) return false
  if (caller.kind === 'key') {
    const own = caller.organizationId === subject.organizationId
    return own && rule.scopes?.some((scope) => caller.scopes.includes(scope)) === true
  }
  const role = roleIn(caller, subject.organizationId)
  return role !== undefined && rule.members?.includes(role) === true
}

function mayKnow(caller: AccessCaller, subject: Subject): boolean {
  if (subject.organizationId === null || subject.shared === true) return true
  if (caller.kind === 'person' && caller.platformRole !== null) return true
  return belongsTo(caller, subject.organizationId)
}

function roleIn(caller: AccessCaller, organizationId: string): Role | undefined {
  if (caller.kind !== 'person') return undefined
  return caller.memberships.find((row) => row.organizationId === organizationId)?.role
}
