import { beforeAll, expect, it } from 'vitest'
import { advanceInstallation } from '../../actions/installation/advance-installation.ts'
import { seededRandom } from '../../lib/random.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { deadlyTools } from '../../testing/faults/deadly-tools.ts'
import { startRawAppServer } from '../../testing/http/app-server.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

const RETRY_MS = 5_000

let world: LaunchWorld
const client = createAppClient()
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  return () => client.close()
})

async function launched(): Promise<string> {
  const { id: listingId } = await world.listing({
    platform: { webhooks: [{ path: '/events', events: ['policy.issue'] }] },
  })
  const body = { listingId, tenantId: world.tenantId }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  return id
}

function advance(id: string): Promise<void> {
  const tools = deadlyTools(world, client, seededRandom('steady'), 0)
  const times = { ...world.times, registerEveryMs: RETRY_MS }
  return advanceInstallation(world.platform, { ...tools, times }, id, new AbortController().signal)
}

const shown = async (id: string) => {
  const { state, waiting } = await world.admin.getInstallation({ params: { id } })
  return { state, waiting }
}

it('a launch whose policy system is down says why and when it is tried again, until it is registered', async () => {
  const id = await launched()
  await world.sim.turn('PUT', '/_sim/mood', { down: true })
  await advance(id)
  const { host } = new URL(world.sim.ready.connected.apiUrl)
  const nextTryAt = new Date(world.clock.now().getTime() + RETRY_MS).toISOString()
  expect(await shown(id)).toEqual({
    state: 'REGISTERING',
    waiting: { reason: expect.stringContaining(host), nextTryAt },
  })
  await world.sim.turn('PUT', '/_sim/mood', {})
  // Calls are paused for a moment after repeated failures.
  world.clock.advance(60_000)
  await advance(id)
  expect(await shown(id)).toEqual({ state: 'RUNNING', waiting: null })
})

it('a launch whose policy system takes the connection and says nothing names it after five seconds, long before the try ends', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = await startRawAppServer(() => asked.resolve())
  const { address } = silent.instance
  const id = await launched()
  const tenant = world.platform.db.updateTable('tenant').where('id', '=', world.tenantId)
  await tenant.set({ api_url: address }).execute()
  const trying = advance(id)
  await asked.promise
  expect(await shown(id)).toEqual({ state: 'REGISTERING', waiting: null })
  world.clock.advance(5_000)
  const { host } = new URL(address)
  expect(await shown(id)).toEqual({
    state: 'REGISTERING',
    waiting: { reason: `Waiting for an answer from ${host}`, nextTryAt: null },
  })
  await silent.close()
  await trying
  const { waiting } = await shown(id)
  expect(waiting?.reason).toContain(`${host} could not be reached`)
  expect(waiting?.nextTryAt).not.toBeNull()
})
