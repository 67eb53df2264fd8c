import { expect, it } from 'vitest'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { tenantWorld } from '../../testing/world/tenant-world.ts'
import { leaseInstallations } from './installation-work.ts'

const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()

async function organizationWith(count: number, dueSince: number) {
  const world = await tenantWorld(platform)
  const tenant = await world.connect(sim.connected())
  for (let at = 0; at < count; at += 1) {
    const id = await world.install(tenant, {})
    const due_at = new Date(clock.now().getTime() - dueSince + at)
    await platform.db.updateTable('installation').set({ due_at }).where('id', '=', id).execute()
  }
  return world.organization.id
}

it('organizations take turns at the work of their installations, and one has a limited number at once', async () => {
  const many = await organizationWith(5, 3_600_000)
  const few = await organizationWith(1, 60_000)
  const now = clock.now()
  const lease = async (limit: number, running: { organizationId: string }[]) => {
    const turns = { limit, perOrganization: 3, running }
    const due = await leaseInstallations(platform.db, 'me', turns, now, new Date(now.getTime() + 15_000))
    return due.map(({ organizationId }) => organizationId)
  }
  expect(await lease(2, [])).toEqual(expect.arrayContaining([many, few]))
  const held = { organizationId: many }
  expect(await lease(10, [held, { organizationId: few }])).toEqual([many, many])
  expect(await lease(10, [held, held, held])).toEqual([])
})
