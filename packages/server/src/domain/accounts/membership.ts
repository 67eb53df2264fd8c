import type { Role } from '@mkt/contract/api'

/** A person's place in an organization. */
export interface Membership {
  organizationId: string
  organizationName: string
  organizationTitle: string
  role: Role
}
