import { expect, it } from 'vitest'
import { registerInstallation } from '../actions/registration/register-installation.ts'
import { testPlatform } from '../testing/platform.ts'
import { testSimulator } from '../testing/simulator.ts'
import { tenantWorld } from '../testing/tenant-world.ts'
import { startSweep } from './sweep.ts'

const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()

it('tenants are swept when their time has come, by one of several processes', async () => {
  const world = await tenantWorld(platform)
  const tenant = await world.connect(sim.connected())
  const id = await world.install(tenant, { webhooks: [{ path: '/a', events: ['policy.issue'] }] })
  await registerInstallation(platform, id)
  await sim.turn('POST', '/_sim/reset')
  clock.advance(120_000)
  const sweeps = await Promise.all([startSweep(platform), startSweep(platform)])
  try {
    const registered = () => sim.simulation.world.connected[0]?.webhooks.length
    await expect.poll(registered).toBe(1)
    const row = () =>
      platform.db
        .selectFrom('tenant')
        .select(['sweep_at', 'lease_owner'])
        .where('id', '=', tenant.id)
        .executeTakeFirst()
    await expect
      .poll(async () => {
        const now = await row()
        return now?.lease_owner === null && (now.sweep_at?.getTime() ?? 0) > clock.now().getTime()
      })
      .toBe(true)
    const posts = sim.simulation.log
      .list()
      .filter((item) => item.method === 'POST' && item.url.endsWith('/integrations'))
    expect(posts).toHaveLength(1)
  } finally {
    await Promise.all(sweeps.map((sweep) => sweep.stop()))
  }
})
