import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { mayReadFigures, withoutAddressTrust } from '../actions/accounts/may-read-figures.ts'
import { createLocatorRecorder } from '../actions/activity/locator-recorder.ts'
import { announceCall } from '../actions/delivery/announce-delivery.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { createReadiness, type ReadinessWatch } from '../actions/platform/readiness.ts'
import { createTenantCallRecorder, type TenantCallRecorder } from '../actions/relay/tenant-call-recorder.ts'
import { createRelayTokens } from '../actions/route/relay-tokens.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import { renewToken } from '../actions/tenant/renew-token.ts'
import { type FigureName, figure } from '../domain/platform/figures.ts'
import { tenantCallSpan } from '../domain/platform/spans.ts'
import { createQuickHistogram } from '../lib/figures/quick-histogram.ts'
import { showFigure } from '../lib/figures/show-figure.ts'
import { createHexSource } from '../lib/hex-source.ts'
import { startHttpServer } from '../lib/http/http-server.ts'
import { refuseLate } from '../lib/http/refuse-late.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import { createRequestIds } from '../lib/http/request-ids.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { newId } from '../lib/ids.ts'
import { PATIENCE_MS } from '../lib/process/patience.ts'
import { createDeadlines } from '../lib/schedule/deadlines.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { type LateAnswers, lateRefusals } from '../lib/sharing/late-answers.ts'
import { createTenantClient } from '../outbound/tenant-client.ts'
import type { Pool } from '../store/database/pool.ts'
import { handleRequest } from './handle-request.ts'
import { type RelayParts, relayLimits } from './parts.ts'
import { failureOf, logFault } from './relay-failures.ts'
import { createReleaseAccess } from './release-access.ts'

export interface RelayServer {
  port: number
  /** Requests that are passed on now. */
  readonly running: number
  stop(): Promise<void>
}

export interface RelayServerOptions {
  host: string
  port: number
  /** Further addresses of this machine to listen on. */
  hosts?: readonly string[]
  pool: Pool
  routes: RouteTable
  /** Whether this process goes out of service: it is not ready any more, and each answer ends its connection. */
  isEnding?: () => boolean
  /** How long it waits at its end for one more request on connections that are kept. */
  lingerMs?: number
  /** How long requests that are passed on still have when it stops. */
  leftMs?: () => number
  /** How many connections there may be; without it nobody counts them. */
  shares?: PortShare
  readiness?: ReadinessWatch
  /** Holds back refusals of unknown tokens; at the usual rate where it is not given. */
  refusals?: LateAnswers
}

const JSON_TYPE = 'content-type: application/json\r\n'
/** A large body may take long to arrive; one that does not move is given up much earlier. */
const REQUEST_MS = 15 * 60_000

/** Listens for applications that call their customer's policy system. Tokens are in headers, which are never logged. */
export async function startRelay(platform: Platform, options: RelayServerOptions): Promise<RelayServer> {
  const { clock, random, log } = platform
  const client = createTenantClient({ allow: () => platform.policy.allowAddresses })
  const fault = (error: unknown) => log.error({ err: error }, 'The relay met a bug')
  const tokens = createRelayTokens(platform.keyRing, clock, platform.policy.keyTtlSeconds)
  const parts: RelayParts = {
    routes: options.routes,
    client,
    calls: timedCalls(platform, createTenantCallRecorder(platform, options.pool)),
    locators: createLocatorRecorder(options.pool, log, { written: (id) => announceCall(platform, id) }),
    running: new Map(),
    deadlines: createDeadlines(relayLimits.stallMs, fault),
    readToken: tokens.read,
    issueToken: ({ installationId, keyEpoch }, releaseId, isolated) =>
      tokens.issue({ installationId, releaseId, epoch: keyEpoch, isolated }),
    accessOf: createReleaseAccess(platform.db),
    tenantToken: (installationId) => currentToken(platform, installationId),
    renewToken: (installationId, rejected) => renewToken(platform, installationId, rejected),
    relayUrl: () => platform.addresses.relayUrl,
    nextId: createRequestIds(random),
    hex: createHexSource(random),
    clock,
    log,
  }
  const readiness = options.readiness ?? createReadiness(platform, options.isEnding)
  const counts = { requests: 0, refusals: 0 }
  const strangers = options.refusals ?? lateRefusals(limits.unknownKeys.value, clock)
  const running = () => [...parts.running.values()].reduce((sum, count) => sum + count, 0)
  registerFigures(platform, counts, running)

  function refuse(error: unknown, exchange: ServerExchange): void {
    const answer = () => refuseNow(error, exchange)
    const isStranger = error instanceof Failure && error.code === 'relay_token_unknown'
    if (isStranger) refuseLate(strangers, addressParty(exchange.remoteAddress), exchange, answer)
    else answer()
  }

  function refuseNow(error: unknown, exchange: ServerExchange): void {
    counts.refusals += 1
    const requestId = newId('req', clock.now(), random)
    const failure = failureOf(error)
    if (error === failure) log.debug({ code: failure.code, requestId }, 'a request to a policy system was refused')
    else logFault(log, { error, failure, requestId })
    replyProblem(exchange, failure, requestId)
  }

  function onRequest(exchange: ServerExchange): void {
    counts.requests += 1
    dispatch(platform, parts, readiness, exchange).catch((error: unknown) => refuse(error, exchange))
  }

  const { host, port, hosts = [], isEnding = () => false, lingerMs, leftMs = () => PATIENCE_MS, shares } = options
  const listening = { host, port, hosts, isEnding, shares, requestMs: REQUEST_MS }
  const server = await startHttpServer(listening, onRequest, refuse, fault)
  return {
    port: server.port,
    get running() {
      return running()
    },
    async stop() {
      await server.stop(leftMs(), lingerMs)
      await client.close()
      await parts.calls.drain()
      await parts.locators?.drain()
    },
  }
}

async function dispatch(
  platform: Platform,
  parts: RelayParts,
  readiness: ReadinessWatch,
  exchange: ServerExchange,
): Promise<void> {
  // An application's own request to one of these paths carries its token.
  if (exchange.header('authorization') !== undefined && exchange.target !== '/metrics') {
    platform.quarantine.refuse()
    return handleRequest(parts, exchange)
  }
  if (exchange.target === '/healthz') return exchange.reply(200, JSON_TYPE, '{"status":"ok"}')
  if (exchange.target === '/readyz') {
    const { status, body } = await readiness.of('relay')
    return exchange.reply(status, JSON_TYPE, JSON.stringify(body))
  }
  if (exchange.target === '/metrics' && (await mayReadFigures(platform, withoutAddressTrust(exchange)))) {
    const text = await platform.metrics.metrics()
    return exchange.reply(200, `content-type: ${platform.metrics.contentType}\r\n`, Buffer.from(text))
  }
  return handleRequest(parts, exchange)
}

function registerFigures(
  platform: Platform,
  counts: { requests: number; refusals: number },
  running: () => number,
): void {
  const show = (name: FigureName, read: () => number) => showFigure(platform.metrics, figure(name), read)
  show('mkt_relay_requests_total', () => counts.requests)
  show('mkt_relay_refusals_total', () => counts.refusals)
  show('mkt_relay_running', running)
}

/** Counts how long policy systems took and exports each call as a span, on the way to being recorded. */
function timedCalls(platform: Platform, calls: TenantCallRecorder): TenantCallRecorder {
  const seconds = createQuickHistogram(platform.metrics, figure('mkt_relay_request_seconds'))
  return {
    record(call) {
      seconds.observe(call.code ?? `${Math.floor(call.status / 100)}xx`, call.durationMs / 1000)
      if (call.trace !== undefined) platform.spans?.add(tenantCallSpan(call.trace, call))
      calls.record(call)
    },
    get dropped() {
      return calls.dropped
    },
    drain: () => calls.drain(),
  }
}
