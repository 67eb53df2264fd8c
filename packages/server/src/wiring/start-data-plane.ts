import type { Part } from '@mkt/contract/parts'
import type { Platform } from '../actions/platform/platform.ts'
import type { ReadinessWatch } from '../actions/platform/readiness.ts'
import { createRouteTable } from '../actions/route/route-table.ts'
import { createRequestFigures } from '../actions/traffic/request-figures.ts'
import { createTraffic } from '../actions/traffic/traffic.ts'
import type { Config } from '../config.ts'
import { tunnelLine } from '../domain/route/tunnel.ts'
import { openGateway } from '../gateway/open-gateway.ts'
import { createAppClient } from '../outbound/app/app-client.ts'
import { startRelay } from '../relay/server.ts'
import type { Pool } from '../store/database/pool.ts'
import { storedRoutes } from '../store/route/routes.ts'
import { startDeliveries } from '../workers/delivery/deliveries.ts'
import type { DeliveryWorker } from '../workers/delivery/delivery.ts'
import { portShares } from './port-shares.ts'

export interface DataPlane {
  /** The gateway's port; undefined where this process has no gateway. */
  gatewayPort: number | undefined
  /** The relay's, likewise. */
  relayPort: number | undefined
  /** Takes no more requests and lets those in progress finish. They may still need everything else. */
  closeGateway(): Promise<void>
  stop(): Promise<void>
}

/**
 * Wires what lies between policy systems and applications: the routes in memory, the gateway, the relay and the delivery worker. On the way out the
 * gateway stops first, so that whatever it acknowledged is kept, then the worker lets its deliveries end.
 */
export async function startDataPlane(
  partOf: (part: Part) => Platform,
  pool: Pool,
  config: Config & { applicationHosts?: readonly string[]; lingerMs?: number; leftMs?: () => number },
  isEnding: () => boolean,
  readiness: ReadinessWatch,
): Promise<DataPlane> {
  const platform = partOf(config.roles.has('gateway') ? 'gateway' : config.roles.has('relay') ? 'relay' : 'worker')
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  readiness.watchRoutes(() => routes.loaded)
  const client = createAppClient(platform.log, (id) => tunnelLine(platform.keyRing, id))
  const requests = createRequestFigures(platform)
  const traffic = createTraffic(platform)
  const parts = { pool, routes, client, requests, traffic }
  let deliveries: DeliveryWorker | undefined
  const worker = config.roles.has('worker')
    ? await platform.quarantine.begin(() => {
        deliveries = startDeliveries(partOf('worker'), parts)
        return deliveries
      })
    : undefined
  const gateway = config.roles.has('gateway')
    ? await openGateway(partOf('gateway'), {
        host: config.bind,
        port: config.ports.gateway,
        trustedProxies: config.trustedProxies,
        ...parts,
        accepted: worker && ((installationId) => deliveries?.accepted(installationId)),
        isEnding,
        readiness,
        lingerMs: config.lingerMs ?? 0,
        shares: portShares('gateway', config.trustedProxies),
      })
    : undefined
  const relay = config.roles.has('relay')
    ? await startRelay(partOf('relay'), {
        host: config.bind,
        port: config.ports.relay,
        hosts: config.applicationHosts ?? [],
        pool,
        routes,
        isEnding,
        readiness,
        lingerMs: config.lingerMs ?? 0,
        ...(config.leftMs === undefined ? {} : { leftMs: config.leftMs }),
        shares: portShares('relay', config.trustedProxies),
      })
    : undefined
  let closing: Promise<void> | undefined
  const closeGateway = () => {
    closing ??= gateway?.stop() ?? Promise.resolve()
    return closing
  }
  return {
    gatewayPort: gateway?.port,
    relayPort: relay?.port,
    closeGateway,
    async stop() {
      await closeGateway()
      await worker?.stop()
      // Applications need it to finish what they were asked.
      await relay?.stop()
      await requests.stop()
      await traffic.stop()
      routes.close()
      await client.close()
    },
  }
}
