import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Manifest } from '@mkt/manifest'
import { createRouteTable } from '../../actions/route/route-table.ts'
import { issueKey } from '../../domain/route/key.ts'
import { type RelayServer, startRelay } from '../../relay/server.ts'
import { type StateServer, startStateServer } from '../../state/server.ts'
import { storedRoutes } from '../../store/route/routes.ts'
import { moveTenant } from '../../store/tenant/tenants.ts'
import { atEnd } from '../run/at-end.ts'
import { type LaunchWorld, launchWorld } from '../world/launch-world.ts'

export interface StateRecord {
  platformApiUrl: string
  tenantHostName: string
  token: string
}

export interface RelayWorld extends LaunchWorld {
  relay: RelayServer
  state: StateServer
  /** Launches an app that asks for this of the policy system; gives the installation. */
  launched(part?: Manifest['platform']): Promise<string>
  /** What the application of an installation is told. */
  record(installationId: string): Promise<StateRecord>
  setRelay(relay: 'off' | 'read' | 'write'): Promise<void>
  /** Puts a policy system of the test's own in place of the simulator, below the path `/api`. */
  policySystem(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string>
  /** The simulator again. */
  backToSimulator(): Promise<void>
}

/** A platform with state interface and relay, a tenant on the simulator, and installations on it. */
export async function relayWorld(): Promise<RelayWorld> {
  const world = await launchWorld()
  const { platform, tenantId } = world
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  const options = { host: '127.0.0.1', port: 0 }
  const relay = await startRelay(platform, { ...options, pool: world.database.pool, routes })
  platform.addresses.relayUrl = `http://127.0.0.1:${relay.port}`
  const state = await startStateServer(platform, options)
  const servers: Server[] = []
  atEnd(async () => {
    await state.stop()
    await relay.stop()
    routes.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  const move = async (apiUrl: string) => {
    await moveTenant(platform.db, tenantId, apiUrl, platform.clock.now())
    await platform.changes.tell('tenant', tenantId)
  }
  return {
    ...world,
    relay,
    state,
    async launched(part = {}) {
      const { id: listingId } = await world.listing({ platform: part })
      const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body: { listingId, tenantId } })
      await world.reach(id, 'RUNNING')
      return id
    },
    async record(installationId) {
      const { release } = await world.admin.getInstallation({ params: { id: installationId } })
      const row = await platform.db
        .selectFrom('installation')
        .select('key_epoch')
        .where('id', '=', installationId)
        .executeTakeFirstOrThrow()
      const to = { installationId, releaseId: release.id, epoch: row.key_epoch }
      const key = issueKey(platform.keyRing, to, platform.clock.now(), platform.policy.keyTtlSeconds)
      const response = await fetch(`http://127.0.0.1:${state.port}/state/${key}`)
      return (await response.json()) as StateRecord
    },
    async setRelay(mode) {
      await world.admin.changeTenant({ params: { id: tenantId }, body: { relay: mode } })
    },
    async policySystem(answer) {
      const server = createServer(answer)
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await move(`${origin}/api`)
      return origin
    },
    backToSimulator: () => move(world.sim.ready.connected.apiUrl),
  }
}
