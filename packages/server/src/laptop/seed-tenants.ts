import { changeByPlatform } from '../actions/platform/change.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { sweepTenant } from '../actions/registration/sweep-registrations.ts'
import { connectTenant, type NewTenant } from '../actions/tenant/connect-tenant.ts'
import { withTenantLease } from '../actions/tenant/tenant-lease.ts'
import type { Organization } from '../store/accounts/organizations.ts'
import { moveTenant, tenantsOf } from '../store/tenant/tenants.ts'
import type { SimulatorFacts } from './bootstrap.ts'

/**
 * Connects the customer to both simulated policy systems; one that is connected is only told where they are now. After a start
 * on other ports they are told where we are before anything happens there: an event for the old address would be set aside for a minute.
 */
export async function seedTenants(
  platform: Platform,
  organization: Organization,
  simulator: SimulatorFacts,
  formerGatewayUrl: string | undefined,
): Promise<{ connected: string; enterprise: string }> {
  const known = await tenantsOf(platform.db, { organizationId: organization.id }, { limit: 100, after: null })
  const ensure = async (wanted: Omit<NewTenant, 'organization'>): Promise<string> => {
    const tenant = known.find((row) => row.name === wanted.name)
    if (tenant === undefined) return (await connectTenant(platform, { organization, ...wanted }, byPlatform)).id
    const { id } = tenant
    if (tenant.apiUrl !== wanted.apiUrl) await move(platform, id, wanted.apiUrl)
    else if (formerGatewayUrl === platform.addresses.gatewayUrl) return id
    await withTenantLease(platform, id, (lease) => sweepTenant(platform, { id, failures: 0 }, lease)).catch(
      (error: unknown) =>
        platform.log.warn({ err: error, tenantId: id }, 'a tenant could not be swept; trying again soon'),
    )
    return id
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

/** Tells the parts that use the address: the state that applications read, and what they may reach on this machine. */
async function move(platform: Platform, id: string, apiUrl: string): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    await moveTenant(unit.trx, id, apiUrl, unit.now)
    return unit.changed('tenant', id)
  })
}
