import type { DeliveryParts } from '../../actions/delivery/delivery-parts.ts'
import { createHealthTurns } from '../../actions/delivery/health-turns.ts'
import { createPostponements } from '../../actions/delivery/postponements.ts'
import { createSettlements } from '../../actions/delivery/settlements.ts'
import { createInstanceDoubts } from '../../actions/deployment/instance-doubts.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { systemRandom } from '../../lib/random.ts'
import type { Vault } from '../../lib/seal.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { checkHealth } from '../../outbound/app/check-health.ts'
import type { ChangeFeed } from '../../store/database/change-feed.ts'
import { relaxedPool } from '../../store/database/pool.ts'
import {
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  deliveryDefaults,
  startDeliveryWorker,
} from '../../workers/delivery/delivery.ts'
import type { TestDatabase } from '../database/database.ts'
import type { testRoutes } from './routes.ts'

/** A delivery worker over the test's routes and database. */
export function startTestDeliveries(
  database: Pick<TestDatabase, 'pool' | 'db'>,
  routes: ReturnType<typeof testRoutes>,
  vault: Vault,
  change: {
    schedule?: number[]
    options?: Partial<DeliveryWorkerOptions>
    changes: ChangeFeed
    traffic?: NonNullable<DeliveryParts['traffic']>
  },
): { worker: DeliveryWorker; parts: DeliveryParts; stop(): Promise<void> } {
  const client = createAppClient()
  const relaxed = relaxedPool(database.pool, silentLog)
  const parts: DeliveryParts = {
    platform: {
      db: database.db,
      vault,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      changes: change.changes,
      addresses: {
        publicUrl: '',
        gatewayUrl: 'https://gateway.example.com',
        stateUrl: '',
        relayUrl: '',
        otlpUrl: '',
        tunnelUrl: '',
        own: '203.0.113.5',
      },
      policy: {
        dataDir: '',
        keyTtlSeconds: 4200,
        retrySchedule: change.schedule ?? [0, 0.05, 0.05],
        allowAddresses: [],
        egress: 'enforce',
        gatewayDomain: undefined,
        signUp: 'closed',
        laptop: true,
        advisoryGate: 'none',
        pricingDays: 2_555,
        kept: { days: 30, payloadDays: 7 },
        callsAtOnce: { perRoute: 100, perApp: 500 },
        deliveriesAtOnce: 512,
      },
    },
    pool: relaxed,
    client,
    settlements: createSettlements(relaxed),
    postponements: createPostponements(relaxed),
    healthTurns: createHealthTurns(),
    issueKey: (route) => `key-of-${route.routeId}`,
    doubts: createInstanceDoubts(checkHealth, systemClock),
    ...(change.traffic === undefined ? {} : { traffic: change.traffic }),
  }
  const worker = startDeliveryWorker(parts, routes, {
    ...deliveryDefaults,
    scanMs: 50,
    leaseMs: 300,
    ...change.options,
  })
  return {
    worker,
    parts,
    async stop() {
      await worker.stop()
      await client.close()
      await relaxed.end()
    },
  }
}
