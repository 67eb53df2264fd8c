import type { Variant } from '@mkt/manifest'
import { sandboxNames } from '../../domain/tenant/sandbox.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type Tenant, tenantsOf } from '../../store/tenant/tenants.ts'
import type { Changing } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { connectTenant } from './connect-tenant.ts'

/** Connects an organization to the simulated policy system, once. Undefined where the platform has none of this variant. */
export async function connectSandbox(
  platform: Changing & Pick<Platform, 'vault' | 'policy' | 'policySystems'>,
  organization: Organization,
  variant: Variant,
  origin: Origin,
): Promise<Pick<Tenant, 'id'> | undefined> {
  const system = platform.policy.sandbox?.[variant]
  if (system === undefined) return undefined
  const known = await tenantsOf(platform.db, { organizationId: organization.id, variant }, { limit: 100, after: null })
  const name = sandboxNames[variant]
  const connected = known.find((tenant) => tenant.name === name && tenant.apiUrl === system.apiUrl)
  return connected ?? connectTenant(platform, { organization, name, variant, ...system }, origin)
}
