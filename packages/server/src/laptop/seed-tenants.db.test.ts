import { beforeEach, describe, expect, it } from 'vitest'
import { registerInstallation } from '../actions/registration/register-installation.ts'
import { tenantById } from '../store/tenant/tenants.ts'
import { testSimulator } from '../testing/outside/simulator.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { type TenantWorld, tenantWorld } from '../testing/world/tenant-world.ts'
import { seedTenants } from './seed-tenants.ts'

const { platform } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()
const facts = sim.ready
const here = platform.addresses.gatewayUrl

/** Where the policy system sends events to. */
const targets = () => (sim.simulation.world.connected[0]?.integrations ?? []).map(({ url }) => url)

describe('a start after the first', () => {
  let world: TenantWorld
  let tenantId: string
  beforeEach(async () => {
    await sim.turn('POST', '/_sim/reset')
    platform.addresses.gatewayUrl = here
    world = await tenantWorld(platform)
    tenantId = (await seedTenants(platform, world.organization, facts, undefined)).connected
    const tenant = await tenantById(platform.db, tenantId)
    if (tenant === undefined) throw new Error('no tenant was made')
    const id = await world.install(tenant, { webhooks: [{ path: '/a', events: ['policy.issue'] }] })
    await registerInstallation(platform, id)
    expect(targets()).toEqual([expect.stringContaining(here)])
  })

  it('with another port of the gateway has events sent there before it is ready', async () => {
    platform.addresses.gatewayUrl = 'http://127.0.0.1:7999'
    await seedTenants(platform, world.organization, facts, here)
    expect(targets()).toEqual([expect.stringContaining('http://127.0.0.1:7999')])
  })

  it('with the simulator elsewhere tells the parts that use its address', async () => {
    const told: string[] = []
    const unsubscribe = platform.changes.subscribe('tenant', (id) => told.push(id))
    const connected = { ...facts.connected, apiUrl: facts.connected.apiUrl.replace('127.0.0.1', 'localhost') }
    await seedTenants(platform, world.organization, { ...facts, connected }, here)
    unsubscribe()
    expect(told).toContain(tenantId)
    expect((await tenantById(platform.db, tenantId))?.apiUrl).toBe(connected.apiUrl)
  })

  it('at the same addresses asks nothing of the policy systems', async () => {
    const { length } = sim.simulation.log.list()
    await seedTenants(platform, world.organization, facts, here)
    expect(sim.simulation.log.list()).toHaveLength(length)
  })
})
