import { afterEach, beforeAll } from 'vitest'
import { sweepTenant } from '../../actions/registration/sweep-registrations.ts'
import { fraction, seededRandom } from '../../lib/random.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { testSimulator } from '../outside/simulator.ts'
import { testPlatform } from '../platform/platform.ts'
import { type TenantWorld, tenantWorld } from './tenant-world.ts'

/** A simulated policy system of each variant, connected, with nothing registered at the beginning of each test. */
export async function registrations() {
  const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
  const chance = seededRandom('moods')
  const sim = await testSimulator({ chance: () => fraction(chance) })
  const tenants = {} as { world: TenantWorld; connected: Tenant; enterprise: Tenant }

  beforeAll(async () => {
    tenants.world = await tenantWorld(platform)
    tenants.connected = await tenants.world.connect(sim.connected())
    tenants.enterprise = await tenants.world.connect(sim.enterprise())
  })
  afterEach(async () => {
    await platform.db.deleteFrom('registration').execute()
    await platform.db.updateTable('tenant').set({ sweep_at: null }).execute()
    await sim.turn('POST', '/_sim/reset')
    clock.advance(20 * 60_000)
  })

  const inTenant = () => sim.simulation.world.connected[0] as (typeof sim.simulation.world.connected)[0]
  const inEnterprise = () => sim.simulation.world.enterprise[0] as (typeof sim.simulation.world.enterprise)[0]
  const sweep = (tenant: Tenant) => sweepTenant(platform, { id: tenant.id, failures: 0 }, held)
  return { platform, clock, sim, tenants, inTenant, inEnterprise, sweep }
}

/** A lease that nobody takes away. */
export const held = { extend: async () => true }

/** The integrations of an application that uses every kind. */
export const everything = {
  webhooks: [
    { path: '/events', events: ['policy.issue', 'claim.*'] },
    { path: '/other', events: ['policy.cancel'] },
  ],
  autofill: [{ path: '/fill', operations: ['*.create'] }],
  externalRaters: [{ name: 'Best Rates', path: '/rate', headers: { 'x-mode': 'fast' } }],
}
