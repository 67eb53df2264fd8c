import { flushCompileCache } from 'node:module'
import { createHealthTurns } from '../../actions/delivery/health-turns.ts'
import { createPostponements } from '../../actions/delivery/postponements.ts'
import { createIntake } from '../../actions/delivery/receive-event.ts'
import { createSettlements } from '../../actions/delivery/settlements.ts'
import { createInstanceDoubts } from '../../actions/deployment/instance-doubts.ts'
import { createGatewayMemory } from '../../gateway/limit/byte-budget.ts'
import { createConcurrency } from '../../gateway/limit/concurrency.ts'
import { createCallRecorder } from '../../gateway/observe/call-recorder.ts'
import { startGateway } from '../../gateway/server.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { parseMasterKeys } from '../../lib/master-keys.ts'
import { systemRandom } from '../../lib/random.ts'
import { createVault } from '../../lib/seal.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { checkHealth } from '../../outbound/app/check-health.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { createChangeFeed } from '../../store/database/change-feed.ts'
import { createDatabase } from '../../store/database/database.ts'
import { createPool, relaxedPool } from '../../store/database/pool.ts'
import { storedDataKeys } from '../../store/platform/data-keys.ts'
import { deliveryDefaults, startDeliveryWorker } from '../../workers/delivery/delivery.ts'
import { testRoutes } from '../gateway/routes.ts'
import { type ChaosPlan, routesOf } from './plan.ts'

/** The gateway, or a delivery worker, as a process that can be killed: `platform-child.ts <gateway|worker> <plan>`. */
const [, , role, planText] = process.argv
const plan = JSON.parse(planText ?? '{}') as ChaosPlan
const log = silentLog
const pool = createPool(plan.database, { name: `chaos ${role}`, max: 8 }, log)
const db = createDatabase(pool)
const vault = createVault({
  dataKeys: storedDataKeys(db),
  masterKeys: parseMasterKeys(plan.masterKey),
  clock: systemClock,
})
const routes = testRoutes(routesOf(plan))
const client = createAppClient()
const ground = { clock: systemClock, random: systemRandom, log }

if (role === 'gateway') {
  const parts = {
    ...ground,
    routes,
    client,
    intake: createIntake({
      pool,
      vault,
      clock: systemClock,
      random: systemRandom,
      log,
      quota: 10_000_000,
      tellOthers: true,
    }),
    concurrency: createConcurrency({ perRoute: 100, perApp: 500 }),
    memory: createGatewayMemory(),
    calls: createCallRecorder(pool, log),
    receiveReport: async () => {},
    issueKey: () => 'key',
    gatewayDomain: undefined,
    isTrustedProxy: () => false,
  }
  await startGateway(parts, {
    host: '127.0.0.1',
    port: plan.gatewayPort,
    readiness: async () => ({ status: 200, body: {} }),
  })
} else {
  const changes = createChangeFeed(plan.database, log)
  const addresses = {
    publicUrl: '',
    gatewayUrl: '',
    stateUrl: '',
    relayUrl: '',
    otlpUrl: '',
    tunnelUrl: '',
    own: '127.0.0.1',
  }
  const policy = {
    dataDir: '',
    keyTtlSeconds: 4200,
    retrySchedule: plan.schedule,
    allowAddresses: [],
    egress: 'enforce' as const,
    gatewayDomain: undefined,
    signUp: 'closed' as const,
    laptop: true,
    advisoryGate: 'none' as const,
    pricingDays: 2_555,
    kept: { days: 30, payloadDays: 7 },
    callsAtOnce: { perRoute: 100, perApp: 500 },
    deliveriesAtOnce: 512,
  }
  const mailer = createMailer({ smtpUrl: undefined, from: 'chaos', log })
  const platform = { ...ground, mailer, db, vault, changes, addresses, policy }
  const relaxed = relaxedPool(pool, log)
  const settlements = createSettlements(relaxed)
  startDeliveryWorker(
    {
      platform,
      pool: relaxed,
      client,
      settlements,
      postponements: createPostponements(relaxed),
      healthTurns: createHealthTurns(),
      issueKey: () => 'key',
      doubts: createInstanceDoubts(checkHealth, systemClock),
    },
    routes,
    {
      ...deliveryDefaults,
      leaseMs: 2_000,
      scanMs: 250,
    },
  )
}
process.stdout.write('ready\n')
// The run was ended from outside: nobody is left to end us.
process.stdin.resume().on('end', () => process.exit())
// It is going to be killed, and would never keep what it compiled for the next one.
flushCompileCache()
