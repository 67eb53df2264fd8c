import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, nodeHandler, PolicySystemError } from '@mkt/sdk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { issueKey } from '../domain/route/key.ts'
import { type RelayWorld, relayWorld } from '../testing/gateway/relay-world.ts'

let world: RelayWorld
let address: string
let lastRefusal: unknown

/** An application that knows nothing of the relay: it reads a product and makes a policyholder for each event. */
const writer = createApp({
  webhooks: {
    '/events': async (_event, context) => {
      const policySystem = await context.policySystem()
      await policySystem.get('/products/')
      try {
        await policySystem.post('/policyholder/create', { values: { first_name: ['Ada'], last_name: ['Byron'] } })
        lastRefusal = null
      } catch (error) {
        if (!(error instanceof PolicySystemError)) throw error
        lastRefusal = [error.status, error.body]
      }
    },
  },
})
const server = createServer(nodeHandler(writer))

beforeAll(async () => {
  world = await relayWorld()
  vi.stubEnv('MKT_STATE_API', `http://127.0.0.1:${world.state.port}`)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

/** Sends an event as the gateway does. */
async function send(installationId: string): Promise<number> {
  const { platform, admin } = world
  const { release } = await admin.getInstallation({ params: { id: installationId } })
  const to = { installationId, releaseId: release.id, epoch: 1 }
  const key = issueKey(platform.keyRing, to, platform.clock.now(), platform.policy.keyTtlSeconds)
  const body = JSON.stringify({ type: 'policy.issue', data: { policyLocator: '1' } })
  const headers = { 'content-type': 'application/json', 'x-mkt-key': key, 'x-mkt-tenant': 'northwind.sim.test' }
  return (await fetch(`${address}/events`, { method: 'POST', headers, body })).status
}

it('an application that writes works with the relay off and writing, and is told 403 relay_read_only while it only reads', async () => {
  const id = await world.launched({ webhooks: [{ path: '/events', events: ['policy.issue'] }] })
  const made = () => world.sim.simulation.log.list().filter(({ url }) => url.endsWith('/policyholder/create')).length
  for (const mode of ['off', 'read', 'write'] as const) {
    await world.setRelay(mode)
    world.sim.simulation.log.clear()
    expect(await send(id), mode).toBe(204)
    expect(made(), mode).toBe(mode === 'read' ? 0 : 1)
    if (mode === 'read') expect(lastRefusal).toEqual([403, expect.objectContaining({ code: 'relay_read_only' })])
    else expect(lastRefusal).toBeNull()
  }
})
