import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createChangeFeed } from '../../packages/server/src/store/database/change-feed.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/gateway/deliveries.ts'
import { deliveryDefaults } from '../../packages/server/src/workers/delivery/delivery.ts'
import { heldRoutes, routesTo } from '../harness/delivery-scene.ts'
import { vaultOf } from '../harness/intake.ts'

/** A delivery worker with the settings of the platform, as a process that can be killed: `delivery-worker.ts <plan>`. */
export interface WorkerPlan {
  database: { host: string; port: number; user: string; database: string }
  masterKey: string
  port: number
  installationIds: string[]
}

const { database, masterKey, port, installationIds } = JSON.parse(process.argv[2] ?? '') as WorkerPlan
const pool = createPool(database, { name: 'bench worker', max: 4 }, silentLog)
const changes = createChangeFeed(database, silentLog)
await changes.ready()
const parts = { pool, db: createDatabase(pool) }
startTestDeliveries(parts, heldRoutes(routesTo(port, installationIds)), vaultOf(pool, masterKey), {
  changes,
  options: deliveryDefaults,
})
console.log('ready')
