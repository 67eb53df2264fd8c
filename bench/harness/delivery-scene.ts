import { join } from 'node:path'
import type { Route } from '../../packages/server/src/domain/route/route.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { keepMemorySteady } from '../../packages/server/src/lib/process/steady-memory.ts'
import { createChangeFeed } from '../../packages/server/src/store/database/change-feed.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/gateway/deliveries.ts'
import { testRoute, testRoutes } from '../../packages/server/src/testing/gateway/routes.ts'
import { deliveryDefaults } from '../../packages/server/src/workers/delivery/delivery.ts'
import { type EventScene, startEventScene } from './event-scene.ts'
import { startProgram } from './program.ts'

/** Where events are delivered: a database, and an application that answers at once and notes when each event came. */
export interface DeliveryScene extends EventScene {
  port: number
  /** New routes to the application. */
  routes(count: number): Route[]
  /** A worker with the settings of the platform. `ended` hears of each answer. */
  startWorker(routes: HeldRoutes, ended?: () => void): ReturnType<typeof startTestDeliveries>
}

export const routesTo = (port: number, installationIds: readonly string[]): Route[] => {
  const instances = [{ id: 'inst_1', deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` }]
  return installationIds.map((installationId) => testRoute({ installationId, instances, organizationId: 'org_bench' }))
}

export type HeldRoutes = ReturnType<typeof testRoutes>

/** Found by a map, as in the platform, which has them before it starts its workers. */
export function heldRoutes(routes: readonly Route[]): HeldRoutes {
  const byInstallation = new Map(routes.map((route) => [route.installationId, route]))
  return { ...testRoutes([...routes]), byInstallation: (installationId) => byInstallation.get(installationId) }
}

export async function startDeliveryScene(): Promise<DeliveryScene> {
  keepMemorySteady()
  const scene = await startEventScene()
  const receiver = join(import.meta.dirname, '../programs/receiver.ts')
  const app = await startProgram(receiver, { ready: /listening (\d+)/ })
  const port = Number(app.ready[1])
  const changes = createChangeFeed(scene.database.poolConfig, silentLog)
  await changes.ready()
  const database = { pool: scene.pool, db: createDatabase(scene.pool) }
  return {
    ...scene,
    port,
    routes: (count) =>
      routesTo(
        port,
        Array.from({ length: count }, () => testRoute().installationId),
      ),
    startWorker: (routes, ended = () => {}) =>
      startTestDeliveries(database, routes, scene.vault, {
        changes,
        options: deliveryDefaults,
        traffic: { note: ended },
      }),
    async stop() {
      await changes.close()
      await app.stop()
      await scene.stop()
    },
  }
}
