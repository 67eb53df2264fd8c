import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { findOrganization, type Organization } from '../../store/accounts/organizations.ts'

/** The answer for a thing that does not exist, the same as for one that the caller may not know of. */
export function notFound(): Failure {
  return new Failure('not_found', 'Nothing with this id exists, or you may not see it. Check the id.')
}

export interface OrganizationSubject extends Subject {
  organization: Organization
}

/** The subject of operations on an organization, given by id or name. */
export async function organizationSubject(platform: Platform, idOrName: string): Promise<OrganizationSubject> {
  const organization = await findOrganization(platform.db, idOrName)
  if (organization === undefined) throw notFound()
  return { organizationId: organization.id, organization }
}
