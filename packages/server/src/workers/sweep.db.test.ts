import { expect, it } from 'vitest'
import { registerInstallation } from '../actions/registration/register-installation.ts'
import { hastenSweeps } from '../store/tenant/tenants.ts'
import { testSimulator } from '../testing/outside/simulator.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { tenantWorld } from '../testing/world/tenant-world.ts'
import { startSweep } from './sweep.ts'

const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()

it('a start plans a sweep of a policy system that was noted as away and is asked by nobody', async () => {
  const world = await tenantWorld(platform)
  const [away, well] = [await world.connect(sim.connected()), await world.connect(sim.connected())]
  const trouble = { trouble: 'unreachable' as const, trouble_since: clock.now() }
  await platform.db.updateTable('tenant').set({ sweep_at: null }).where('id', 'in', [away.id, well.id]).execute()
  await platform.db.updateTable('tenant').set(trouble).where('id', '=', away.id).execute()
  await hastenSweeps(platform.db, clock.now(), 1)
  const planned = await platform.db
    .selectFrom('tenant')
    .select('id')
    .where('id', 'in', [away.id, well.id])
    .where('sweep_at', 'is not', null)
    .execute()
  expect(planned).toEqual([{ id: away.id }])
})

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

it('a sweep that fails by a bug is tried again later, not at once before all others', async () => {
  const world = await tenantWorld(platform)
  const tenant = await world.connect(sim.connected())
  await registerInstallation(
    platform,
    await world.install(tenant, { webhooks: [{ path: '/a', events: ['policy.issue'] }] }),
  )
  clock.advance(120_000)
  const of = () => {
    throw new TypeError('a bug')
  }
  const sweep = await startSweep({ ...platform, policySystems: { ...platform.policySystems, of } })
  try {
    const row = () =>
      platform.db
        .selectFrom('tenant')
        .select(['sweep_at', 'sweep_failures', 'lease_owner'])
        .where('id', '=', tenant.id)
        .executeTakeFirst()
    await expect
      .poll(row)
      .toEqual({ sweep_at: new Date(clock.now().getTime() + 5_000), sweep_failures: 1, lease_owner: null })
  } finally {
    await sweep.stop()
  }
})
