import { CONNECTED_EVENTS } from '../connected/events.ts'
import type { Simulation } from '../core/simulation.ts'
import { ENTERPRISE_EVENTS } from '../enterprise/events.ts'
import { SCENARIOS } from './scenarios.ts'

/** What the page shows of the world: tenants with what is registered in them, and what can be fired. */
export function overview({ world }: Simulation) {
  const connected = world.connected.map((tenant) => ({
    variant: 'connected',
    tenant: tenant.hostName,
    products: tenant.products.map(({ name, externalRater }) => ({ name, externalRater: externalRater ?? null })),
    integrations: tenant.integrations.map(({ name, type, url }) => ({ name, type, url })),
    webhooks: tenant.webhooks.map((item) => ({
      name: item.name,
      suspended: item.suspended,
      diverted: item.diverted.length,
    })),
    autofill: tenant.autofill,
    policies: tenant.policies.length,
  }))
  const enterprise = world.enterprise.map((tenant) => ({
    variant: 'enterprise',
    tenant: tenant.tenantLocator,
    name: tenant.name,
    products: Object.keys(tenant.dataModel.products).map((name) => ({ name, externalRater: null })),
    integrations: [],
    webhooks: tenant.webhooks.map((item) => ({
      name: item.name,
      suspended: item.suspended,
      diverted: item.diverted.length,
    })),
    autofill: [],
    policies: tenant.policies.length,
  }))
  return {
    tenants: [...connected, ...enterprise],
    events: { connected: CONNECTED_EVENTS, enterprise: ENTERPRISE_EVENTS },
    scenarios: SCENARIOS,
  }
}
