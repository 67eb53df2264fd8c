import type { Simulation } from '../core/simulation.ts'
import { findTenant } from '../sim/find-tenant.ts'
import { connectedDesk } from './connected/connected-desk.ts'
import type { Desk } from './desk.ts'
import { enterpriseDesk } from './enterprise/enterprise-desk.ts'

/** The desk of a tenant, named by its host name or its locator. */
export function deskOf(simulation: Simulation, name: string): Desk {
  const tenant = findTenant(simulation, name)
  return 'connected' in tenant
    ? connectedDesk(simulation, tenant.connected)
    : enterpriseDesk(simulation, tenant.enterprise)
}

export function allDesks(simulation: Simulation): Desk[] {
  const { connected, enterprise } = simulation.world
  return [
    ...connected.map((tenant) => connectedDesk(simulation, tenant)),
    ...enterprise.map((tenant) => enterpriseDesk(simulation, tenant)),
  ]
}
