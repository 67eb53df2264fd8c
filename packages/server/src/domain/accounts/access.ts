import type { Rule } from '@mkt/contract/api'
import { belongsTo, type Caller, roleIn } from './caller.ts'

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
 * Decides every access. Whoever may not know that a thing exists gets the same answer as if it did not;
 * whoever may know is told that the role does not suffice.
 */
export function decideAccess(rule: Rule, caller: Caller, subject: Subject): Decision {
  if (rule.anyone === true) return 'allowed'
  if (caller.kind === 'nobody') return 'sign-in'
  if (isAllowed(rule, caller, subject)) return 'allowed'
  return mayKnow(caller, subject) ? 'forbidden' : 'hidden'
}

function isAllowed(rule: Rule, caller: Caller, subject: Subject): boolean {
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

/** The organizations whose things a rule shows to the caller besides what is shared; null for those of all. */
export function organizationsSeen(rule: Rule, caller: Caller): readonly string[] | null {
  if (caller.kind === 'nobody') return []
  if (caller.kind === 'key')
    return rule.scopes?.some((scope) => caller.scopes.includes(scope)) === true ? [caller.organizationId] : []
  if (caller.platformRole !== null && rule.platform?.includes(caller.platformRole) === true) return null
  return caller.memberships.filter((row) => rule.members?.includes(row.role)).map((row) => row.organizationId)
}

function asOwner(rule: Pick<Rule, 'members' | 'scopes'>, caller: Caller, subject: Subject): boolean {
  if (subject.organizationId === null) return false
  if (caller.kind === 'key') {
    const own = caller.organizationId === subject.organizationId
    return own && rule.scopes?.some((scope) => caller.scopes.includes(scope)) === true
  }
  const role = roleIn(caller, subject.organizationId)
  return role !== undefined && rule.members?.includes(role) === true
}

function mayKnow(caller: Caller, subject: Subject): boolean {
  if (subject.organizationId === null || subject.shared === true) return true
  if (caller.kind === 'person' && caller.platformRole !== null) return true
  return belongsTo(caller, subject.organizationId)
}
