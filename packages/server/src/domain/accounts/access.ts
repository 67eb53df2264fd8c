import type { Rule } from '@mkt/contract/api'
import type { Caller } from './caller.ts'

export { type Decision, decideAccess, type Subject, unowned } from '@mkt/contract/api'

/** The organizations whose things a rule shows to the caller besides what is shared; null for those of all. */
export function organizationsSeen(rule: Rule, caller: Caller): readonly string[] | null {
  if (caller.kind === 'nobody') return []
  if (caller.kind === 'key')
    return rule.scopes?.some((scope) => caller.scopes.includes(scope)) === true ? [caller.organizationId] : []
  if (caller.platformRole !== null && rule.platform?.includes(caller.platformRole) === true) return null
  return caller.memberships.filter((row) => rule.members?.includes(row.role)).map((row) => row.organizationId)
}
