import { randomBytes } from 'node:crypto'
import { createAppMessages } from '../../actions/call/app-messages.ts'
import { createIntake } from '../../actions/delivery/receive-event.ts'
import { receiveReport } from '../../actions/erasure/receive-report.ts'
import { createGatewayMemory } from '../../gateway/limit/byte-budget.ts'
import { createConcurrency } from '../../gateway/limit/concurrency.ts'
import { createCallRecorder } from '../../gateway/observe/call-recorder.ts'
import { createLastAnswers } from '../../gateway/observe/last-answers.ts'
import { createPayloadRecorder } from '../../gateway/observe/payload-recorder.ts'
import type { GatewayParts } from '../../gateway/parts.ts'
import { type GatewayServer, startGateway } from '../../gateway/server.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog, silentLog } from '../../lib/log.ts'
import { parseMasterKeys } from '../../lib/master-keys.ts'
import { systemRandom } from '../../lib/random.ts'
import { createVault, type Vault } from '../../lib/seal.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { storedDataKeys } from '../../store/platform/data-keys.ts'
import type { TestDatabase } from '../database/database.ts'
import { testRoutes } from './routes.ts'

const errorLog = createLog({ level: 'error' })
const masterKeys = parseMasterKeys(randomBytes(32).toString('hex'))

export interface TestGateway {
  url: string
  port: number
  parts: GatewayParts
  routes: ReturnType<typeof testRoutes>
  vault: Vault
  gateway: GatewayServer
  stop(): Promise<void>
}

/** A gateway on a free port with routes in memory and its events in the database of the test. */
export async function startTestGateway(
  database: Pick<TestDatabase, 'pool' | 'db'>,
  change: Partial<GatewayParts> & {
    headersMs?: number
    requestMs?: number
    streamMs?: number
    quota?: number
    limits?: { perRoute: number; perApp: number }
  } = {},
): Promise<TestGateway> {
  const routes = testRoutes()
  const vault = createVault({ dataKeys: storedDataKeys(database.db), masterKeys, clock: systemClock })
  const {
    quota = 100_000,
    limits = { perRoute: 64, perApp: 256 },
    headersMs = 10_000,
    requestMs = 60_000,
    streamMs = 30_000,
    ...rest
  } = change
  const parts: GatewayParts = {
    routes,
    client: createAppClient(),
    intake: createIntake({
      pool: database.pool,
      vault,
      clock: systemClock,
      random: systemRandom,
      log: errorLog,
      quota,
      tellOthers: false,
    }),
    concurrency: createConcurrency(limits),
    memory: createGatewayMemory(),
    calls: createCallRecorder(database.pool, silentLog),
    payloads: createPayloadRecorder(database.pool, vault, silentLog),
    lastAnswers: createLastAnswers({ pool: database.pool, vault, clock: systemClock, log: errorLog }),
    messages: createAppMessages({ db: database.db, vault, log: silentLog }),
    receiveReport: (route, body) =>
      receiveReport({ db: database.db, vault, clock: systemClock, random: systemRandom }, route, body),
    issueKey: (route) => `key-of-${route.routeId}`,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    gatewayDomain: undefined,
    isTrustedProxy: () => false,
    ...rest,
  }
  const gateway = await startGateway(parts, {
    host: '127.0.0.1',
    port: 0,
    readiness: async () => ({ status: 200, body: {} }),
    headersMs,
    requestMs,
    streamMs,
  })
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    port: gateway.port,
    parts,
    routes,
    vault,
    gateway,
    async stop() {
      await parts.client.close()
      await gateway.stop()
    },
  }
}
