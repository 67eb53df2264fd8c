import type { ConnectedTenant } from '../core/connected-tenant.ts'
import type { EnterpriseTenant } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { Refusal } from '../lib/refusal.ts'

export type Tenant = { connected: ConnectedTenant } | { enterprise: EnterpriseTenant }

/** A tenant is named by its host name or its locator. */
export function findTenant(simulation: Simulation, name: string): Tenant {
  const connected = simulation.world.connected.find((item) => item.hostName === name || item.tenantLocator === name)
  if (connected) return { connected }
  const enterprise = simulation.world.enterprise.find((item) => item.tenantLocator === name)
  if (enterprise) return { enterprise }
  throw new Refusal(404, 'tenant_unknown', `No tenant has the host name or locator "${name}"`)
}
