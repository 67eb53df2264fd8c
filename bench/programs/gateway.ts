import { createHash } from 'node:crypto'
import { publicPathsOf } from '@mkt/manifest'
import { Registry } from 'prom-client'
import type { Platform } from '../../packages/server/src/actions/platform/platform.ts'
import { createRouteKeys } from '../../packages/server/src/actions/route/route-keys.ts'
import { failurePolicyDefaults } from '../../packages/server/src/domain/installation/failure-policy.ts'
import { createSampling } from '../../packages/server/src/domain/platform/sampling.ts'
import { createGatewayMemory } from '../../packages/server/src/gateway/limit/byte-budget.ts'
import { createConcurrency } from '../../packages/server/src/gateway/limit/concurrency.ts'
import { gatewayFigures } from '../../packages/server/src/gateway/observe/figures.ts'
import { createShadowCopies } from '../../packages/server/src/gateway/observe/shadow-copies.ts'
import { tracedCalls } from '../../packages/server/src/gateway/observe/traced-calls.ts'
import { startGateway } from '../../packages/server/src/gateway/server.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createSpanExporter } from '../../packages/server/src/lib/otlp/span-exporter.ts'
import { keepMemorySteady } from '../../packages/server/src/lib/process/steady-memory.ts'
import { systemRandom } from '../../packages/server/src/lib/random.ts'
import { createAppClient } from '../../packages/server/src/outbound/app/app-client.ts'
import type { Pool } from '../../packages/server/src/store/database/pool.ts'
import { newId } from '../../packages/server/src/testing/platform/new-id.ts'

/**
 * The gateway alone, with routes in memory: `gateway.ts <routes> <upstream port> [<slow port> <dead port> [<shadow port> [<collector port> <share>]]]`. Routes `r0` and so
 * on lead to the upstream, `rslow` and `rdead` to the others; with a shadow port each call is copied there as to the shadow of an installation; with a collector that share of traces is exported to it. Keys
 * and figures are those of the platform; records of calls and what shadows answered are made and dropped.
 */
const [, , count = '1', upstream = '', slow = '', dead = '', shadow = '', collector = '', share = '1'] = process.argv
keepMemorySteady()
const callerHashes = [createHash('sha256').update('bench').digest()]
const releaseId = newId('rel')

function routeTo(routeId: string, port: string) {
  return {
    routeId,
    installationId: newId('ins'),
    organizationId: 'org_bench',
    listingId: `lst_${port}`,
    appName: 'bench/app',
    releaseId,
    version: '1.0.0',
    keyEpoch: 1,
    state: 'RUNNING' as const,
    recording: false,
    onFailure: failurePolicyDefaults,
    sampling: false,
    shadow: shadow === '' ? null : { releaseId, id: 'inst_shadow', address: `http://127.0.0.1:${shadow}` },
    revision: 1,
    releaseDigest: 'sha256:0',
    disabled: false,
    callerHashes,
    tenant: 'bench.example.com',
    variant: 'connected' as const,
    apiUrl: '',
    relay: 'off' as const,
    tenantAccess: 'none' as const,
    webhookPaths: new Set(['/hooks']),
    autofill: new Map([['/autofill', { timeoutMs: 5000 }]]),
    raters: new Map<string, { timeoutMs: number }>(),
    publicPaths: publicPathsOf([]),
    awaited: false,
    instances: [{ id: `inst_${port}`, deploymentId: `dep_${port}`, address: `http://127.0.0.1:${port}` }],
  }
}

const routes = new Map(
  Array.from({ length: Number(count) }, (_, index) => [`r${index}`, routeTo(`r${index}`, upstream)]),
)
if (slow !== '') routes.set('rslow', routeTo('rslow', slow))
if (dead !== '') routes.set('rdead', routeTo('rdead', dead))
const signing = { id: 'benching', secret: Buffer.alloc(32, 'bench') }
const client = createAppClient()
const keyRing = { current: () => signing, find: () => signing }
const unstored = {
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  metrics: new Registry(),
  keyRing,
  policy: { keyTtlSeconds: 4200 },
  vault: { seal: async (_owner: string, _id: string, text: string) => Buffer.from(text) },
} as unknown as Platform
const spans =
  collector === ''
    ? undefined
    : createSpanExporter({
        endpoint: `http://127.0.0.1:${collector}`,
        headers: {},
        resource: { 'service.name': 'mkt' },
        version: '0',
        keeps: createSampling(Number(share)),
        log: silentLog,
      })
const nowhere = { query: async () => ({ rows: [] }) } as unknown as Pool
const gateway = await startGateway(
  {
    routes: { byRouteId: (routeId) => routes.get(routeId), renewing: () => undefined },
    client,
    intake: { receive: async () => ({ eventId: 'evt_bench', isNew: true, locators: [] }), drain: async () => {} },
    concurrency: createConcurrency({ perRoute: 100, perApp: 500 }),
    memory: createGatewayMemory(),
    calls: tracedCalls(spans, gatewayFigures(new Registry(), { record() {}, dropped: 0, drain: async () => {} })),
    receiveReport: async () => {},
    issueKey: createRouteKeys(keyRing, systemClock, 4200),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    observers: shadow === '' ? [] : [createShadowCopies(unstored, nowhere, client)],
    gatewayDomain: undefined,
    isTrustedProxy: () => false,
  },
  { host: '127.0.0.1', port: 0, readiness: async () => ({ status: 200, body: {} }) },
)
console.log(`listening ${gateway.port}`)
process.on('SIGTERM', () => process.exit(0))
