import { connectTenant, type NewTenant } from '../actions/connect-tenant.ts'
import type { Platform } from '../actions/platform.ts'
import { ownDoing } from '../actions/record-audit.ts'
import type { Organization } from '../store/organizations.ts'
import { moveTenant, tenantsOf } from '../store/tenants.ts'
import type { SimulatorFacts } from './bootstrap.ts'

/** Connects the customer to both simulated policy systems; one that is connected is only told where they are now. */
export async function seedTenants(
  platform: Platform,
  organization: Organization,
  simulator: SimulatorFacts,
): Promise<{ connected: string; enterprise: string }> {
  const known = await tenantsOf(platform.db, { organizationId: organization.id }, { limit: 100, after: null })
  const ensure = async (wanted: Omit<NewTenant, 'organization'>): Promise<string> => {
    const tenant = known.find((row) => row.name === wanted.name)
    if (tenant === undefined) return (await connectTenant(platform, { organization, ...wanted }, ownDoing)).id
    if (tenant.apiUrl !== wanted.apiUrl) await moveTenant(platform.db, tenant.id, wanted.apiUrl, platform.clock.now())
    return tenant.id
  }
  const { connected, enterprise } = simulator
  return {
    connected: await ensure({
      name: 'Northwind policies',
      variant: 'connected',
      apiUrl: connected.apiUrl,
      hostName: connected.hostName,
      credentials: { integration: connected.integration, data: connected.data },
    }),
    enterprise: await ensure({
      name: 'Northwind enterprise',
      variant: 'enterprise',
      apiUrl: enterprise.apiUrl,
      tenantLocator: enterprise.tenantLocator,
      credentials: { token: enterprise.token },
    }),
  }
}
