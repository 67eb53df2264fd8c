import { access, decideAccess, furtherAccess, type Subject, unowned } from '@mkt/contract/access'
import { useMe, useOrganization } from './current-organization.ts'
import type { Me } from './session.ts'

export const rules = { ...access, ...furtherAccess }
export type Asked = keyof typeof rules

/** Whether a person may do an operation to a thing, by the table that the server enforces. */
export function mayDo({ person, organizations }: Me, operation: Asked, subject: Subject): boolean {
  const memberships = organizations.map(({ id, role }) => ({ organizationId: id, role }))
  const caller = { kind: 'person', platformRole: person.platformRole, memberships } as const
  return decideAccess(rules[operation], caller, subject) === 'allowed'
}

/**
 * Whether the person signed in may do an operation to a thing. What they may not do is not offered: ask before showing a button.
 * Installations and tenants are subjects as they are; see `ownedBy` for the rest.
 */
export function useMay(operation: Asked, subject: Subject = unowned): boolean {
  return mayDo(useMe(), operation, subject)
}

/** A thing of an organization. Where there is no organization, nothing is allowed in it. */
export function ownedBy(organization: { id: string } | undefined): Subject {
  return { organizationId: organization?.id ?? null }
}

/** Whether the person may launch a listing in the organization they work in. An app of their own organization is a test. */
export function useMayLaunch(listing: { organization: { id: string } }): boolean {
  const organization = useOrganization()
  const test = useMay('launchApp', ownedBy(organization))
  const real = useMay('launchForReal', ownedBy(organization))
  return listing.organization.id === organization?.id ? test : real
}
