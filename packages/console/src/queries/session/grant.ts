import { type Role, type Rule, type Subject, unowned } from '@mkt/contract/access'
import { organizationTexts } from '../../texts/organization.ts'
import { useMe, useOrganization } from './current-organization.ts'
import { type Asked, mayDo, ownedBy, rules } from './may.ts'

/** Whether an action is shown to a person, and why they may not do it: undefined where they may. */
export interface Grant {
  shown: boolean
  because: string | undefined
}

/** The roles that may do an operation to a thing, in the order of the table. */
function rolesFor(operation: Asked, { test }: Subject): readonly Role[] {
  const rule: Rule = rules[operation]
  const members = rule.members ?? []
  return test === true ? [...new Set([...members, ...(rule.test?.members ?? [])])] : members
}

/**
 * An action as the person signed in finds it. Members of the organization whose role does not allow it see it with the reason,
 * so that they know what there is and whom to ask; to others what they may not do is not shown.
 */
export function useGrant(operation: Asked, subject: Subject = unowned): Grant {
  const me = useMe()
  if (mayDo(me, operation, subject)) return { shown: true, because: undefined }
  const membership = me.organizations.find(({ id }) => id === subject.organizationId)
  const roles = rolesFor(operation, subject)
  if (membership === undefined || roles.length === 0) return { shown: false, because: undefined }
  return { shown: true, because: organizationTexts.notYourRole(roles, membership.role, membership.title) }
}

/** Launching a listing in the organization the person works in. An app of their own organization is a test. */
export function useLaunchGrant(listing: { organization: { id: string } }): Grant {
  const organization = useOrganization()
  const own = listing.organization.id === organization?.id
  return useGrant(own ? 'launchApp' : 'launchForReal', ownedBy(organization))
}
