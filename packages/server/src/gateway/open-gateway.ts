import { limits } from '@mkt/contract/limits'
import { mayReadFigures } from '../actions/accounts/may-read-figures.ts'
import { createLocatorRecorder } from '../actions/activity/locator-recorder.ts'
import { createAppMessages } from '../actions/call/app-messages.ts'
import { announceCall } from '../actions/delivery/announce-delivery.ts'
import { createIntake } from '../actions/delivery/receive-event.ts'
import { receiveReport } from '../actions/erasure/receive-report.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { ReadinessWatch } from '../actions/platform/readiness.ts'
import { signingSecretOf } from '../actions/registration/register-installation.ts'
import { createSigningSecrets } from '../actions/registration/signing-secrets.ts'
import { createRouteKeys } from '../actions/route/route-keys.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import type { RequestFigures } from '../actions/traffic/request-figures.ts'
import type { Traffic } from '../actions/traffic/traffic.ts'
import { closeSample } from '../actions/trial/pin-sample.ts'
import type { Route } from '../domain/route/route.ts'
import { isTestMark } from '../domain/route/test-mark.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'
import { type AppClient, createAppClient } from '../outbound/app/app-client.ts'
import type { Pool } from '../store/database/pool.ts'
import { createGatewayMemory } from './limit/byte-budget.ts'
import { createConcurrency } from './limit/concurrency.ts'
import { announcedCalls } from './observe/announced-calls.ts'
import { createCallRecorder } from './observe/call-recorder.ts'
import { createFieldRecorder } from './observe/field-recorder.ts'
import { gatewayFigures } from './observe/figures.ts'
import { readLargeBodies } from './observe/large-bodies.ts'
import { createLastAnswers } from './observe/last-answers.ts'
import { locatedCalls } from './observe/located-calls.ts'
import { createPayloadRecorder } from './observe/payload-recorder.ts'
import { createPricingRecorder } from './observe/pricing-recorder.ts'
import { createSampleRecorder } from './observe/sample-recorder.ts'
import { createShadowCopies } from './observe/shadow-copies.ts'
import { tracedCalls } from './observe/traced-calls.ts'
import { type GatewayServer, startGateway } from './server.ts'
import { createTokenWarmer } from './token-warmer.ts'

export interface OpenGatewayOptions {
  host: string
  port: number
  trustedProxies: readonly string[]
  pool: Pool
  routes: RouteTable
  client: AppClient
  requests: RequestFigures
  traffic: Traffic
  /** The delivery worker of this process, if it has one; without it others are told through the database. */
  accepted: ((installationId: string) => void) | undefined
  /** Whether this process goes out of service: then it is not ready any more. */
  isEnding(): boolean
  readiness: ReadinessWatch
  /** How long a gateway that stops waits for one more request on connections that are kept. */
  lingerMs: number
  /** How many connections there may be. */
  shares: PortShare
}

/** Opens the gateway's port for the policy systems. */
export function openGateway(platform: Platform, options: OpenGatewayOptions): Promise<GatewayServer> {
  const { clock, random, log, vault } = platform
  const { pool, routes, client } = options
  const intake = createIntake({
    pool,
    vault,
    clock,
    random,
    log,
    quota: limits.waitingEvents.value,
    firstDelayMs: (platform.policy.retrySchedule[0] ?? 0) * 1000,
    tellOthers: options.accepted === undefined,
    ...(options.accepted === undefined ? {} : { accepted: options.accepted }),
  })
  const pricing = createPricingRecorder(pool, log)
  const locators = createLocatorRecorder(pool, log, {
    written: (id) => announceCall(platform, id),
    find: async (variant, body, installationId) =>
      (await readLargeBodies(installationId, { ask: 'locators', variant, body })) ?? [],
  })
  const samples = createSampleRecorder({ pool, vault, log, full: (id) => closeSample(platform, id) })
  const parts = {
    routes: outsideQuarantine(routes, platform),
    client,
    intake,
    concurrency: createConcurrency(platform.policy.callsAtOnce),
    memory: createGatewayMemory(),
    calls: gatewayFigures(
      platform.metrics,
      tracedCalls(platform.spans, announcedCalls(platform, createCallRecorder(pool, log))),
    ),
    spans: platform.spans,
    requests: options.requests,
    traffic: options.traffic,
    payloads: createPayloadRecorder(pool, vault, log),
    lastAnswers: createLastAnswers({ pool, vault, clock, log }),
    observers: [
      pricing,
      samples,
      createFieldRecorder(pool, log),
      locatedCalls(locators),
      createShadowCopies(platform, pool, createAppClient(log)),
    ],
    locators,
    messages: createAppMessages(platform),
    issueKey: createRouteKeys(platform.keyRing, clock, platform.policy.keyTtlSeconds),
    warmToken: createTokenWarmer((installationId) => currentToken(platform, installationId), log),
    isTest: (route: Route, mark: string) => isTestMark(platform.keyRing, mark, route.routeId, clock.now()),
    receiveReport: (route: Route, body: Buffer) => receiveReport(platform, route, body),
    signingSecret: createSigningSecrets((installationId) => signingSecretOf(platform, installationId), routes),
    clock,
    random,
    log,
    gatewayDomain: platform.policy.gatewayDomain,
    isTrustedProxy: trustedBy(options.trustedProxies),
  }
  return startGateway(parts, {
    host: options.host,
    port: options.port,
    readiness: () => options.readiness.of('gateway'),
    isEnding: options.isEnding,
    lingerMs: options.lingerMs,
    shares: options.shares,
    figures: { registry: platform.metrics, mayRead: (request) => mayReadFigures(platform, request) },
  })
}

/** In quarantine no instance is called: those in the database belong to the original. Webhooks are still stored. */
function outsideQuarantine(routes: RouteTable, { quarantine }: Platform): Pick<RouteTable, 'byRouteId' | 'renewing'> {
  if (!quarantine.active) return routes
  return {
    renewing: routes.renewing,
    byRouteId(routeId) {
      const route = routes.byRouteId(routeId)
      return route === undefined || !quarantine.active ? route : { ...route, instances: [], awaited: false }
    },
  }
}

/** Whether an address is ours. The same few callers come again and again, so the judgement is remembered. */
function trustedBy(proxies: readonly string[]): (address: string) => boolean {
  if (proxies.length === 0) return () => false
  const judged = new Map<string, boolean>()
  return (address) => {
    const known = judged.get(address)
    if (known !== undefined) return known
    const trusted = judgeAddress(address, 0, proxies) === 'allowed'
    if (judged.size >= 10_000) judged.clear()
    judged.set(address, trusted)
    return trusted
  }
}
