import type { FailureCode } from '@mkt/contract/errors'
import type { Fallback } from '../domain/call/fallback.ts'
import type { Forwarding } from '../domain/delivery/forwarding.ts'
import type { Trace } from '../domain/platform/trace.ts'
import type { LiveInstance, RequestKind, Route } from '../domain/route/route.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import type { Payload } from './observe/payload-recorder.ts'
import type { GatewayParts } from './parts.ts'
import { linesOfRoute, requestLines } from './request-headers.ts'

/** One authorized request through the gateway. */
export interface Exchange {
  /** The request as the caller sent it, and the way of its answer. */
  http: ServerExchange
  /** 26 characters that name the request and the record of its call. */
  id: string
  requestId: string
  /** The address that the request came from, and whether it is one of our proxies. */
  remote: string
  trusted: boolean
  /** The caller's headers that travel on, each as a line. */
  passed: string
  trace: Trace
  route: Route
  kind: RequestKind
  onPublicPath: boolean
  method: string
  path: string
  query: string
  /** Whether the route is named by the path, so that all routes share an origin. */
  sharedOrigin: boolean
  startedAt: number
  /** Nobody can be asked now; only a call with a fallback comes this far. */
  nobodyThere: boolean
  /** The platform tries the installation with it: it is recorded as a test, and nobody else looks at it. */
  isTest: boolean
}

/** The headers the application gets, each as a line: the caller's, without what is not its business, and the platform's own. */
export function upstreamLines(parts: GatewayParts, exchange: Exchange, passed = exchange.passed): string {
  const { route, requestId, trace } = exchange
  const ofRoute = linesOfRoute(route, parts.issueKey(route))
  return passed + ofRoute + requestLines(forwardingOf(exchange), { requestId, traceparent: trace.traceparent })
}

/** Client address and host of the request: as received, or as a trusted proxy forwarded them. */
export function forwardingOf({ http, remote, trusted }: Exchange): Forwarding {
  const forwarding = { for: remote, host: http.header('host') ?? '', proto: 'http' }
  if (trusted) {
    const chain = http.joined('x-forwarded-for')
    if (chain !== undefined) forwarding.for = `${chain}, ${remote}`
    forwarding.host = http.joined('x-forwarded-host') ?? forwarding.host
    forwarding.proto = http.joined('x-forwarded-proto') ?? forwarding.proto
  }
  return forwarding
}

export interface CallResult {
  status: number
  code?: FailureCode | undefined
  /** The fallback answer. */
  fallback?: Fallback | undefined
  requestSize: number
  answerSize: number
  /** The application's own status, where the platform answers with a problem instead, and what it said, sealed. */
  appStatus?: number | undefined
  appMessage?: Buffer | undefined
  /** The instance that was called, if any. */
  instance?: LiveInstance | undefined
}

/** Webhooks and reports are kept, not answered by an application. */
function isCall(kind: RequestKind): kind is 'autofill' | 'rater' | 'other' {
  return kind !== 'webhook' && kind !== 'report'
}

/** Notes what became of the exchange, and with its payloads where the installation wants them kept. */
export function recordCall(parts: GatewayParts, exchange: Exchange, result: CallResult, payload?: Payload): void {
  const { route } = exchange
  const now = parts.clock.now()
  const id = `cal_${exchange.id}`
  const { installationId, organizationId } = route
  const durationMs = Math.round(performance.now() - exchange.startedAt)
  if (payload !== undefined && route.recording) {
    parts.payloads?.keep({ id, installationId, organizationId, at: now }, payload)
  }
  // A refusal is the application's decision about the request, not a failure of it.
  const faulty = result.status >= 400 && result.code !== 'app_refused'
  const counted = { durationMs, failed: faulty || result.fallback !== undefined }
  // Figures and health are of what the policy system asks.
  if (!exchange.isTest) {
    if (result.instance !== undefined) parts.requests?.note(route, result.instance, counted)
    parts.traffic?.note(route, 'call', counted)
  }
  parts.calls.record({
    id,
    installationId,
    organizationId,
    listingId: route.listingId,
    kind: exchange.onPublicPath ? 'public' : isCall(exchange.kind) ? exchange.kind : 'other',
    method: exchange.method.slice(0, 20),
    path: exchange.path.slice(0, 500),
    at: now,
    status: result.status,
    code: result.code ?? null,
    durationMs,
    requestSize: result.requestSize,
    answerSize: result.answerSize,
    instanceId: result.instance?.id ?? null,
    requestId: exchange.requestId,
    traceId: exchange.trace.traceId,
    trace: exchange.trace,
    fallback: result.fallback ?? null,
    appStatus: result.appStatus ?? null,
    appMessage: result.appMessage ?? null,
    test: exchange.isTest,
  })
}
