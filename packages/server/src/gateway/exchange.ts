import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FailureCode } from '@mkt/contract/errors'
import type { RequestKind, Route } from '../domain/route.ts'
import type { Trace } from '../domain/trace.ts'
import { newId } from '../lib/ids.ts'
import type { GatewayParts } from './parts.ts'
import { addedHeaders, passedHeaders } from './request-headers.ts'

/** One request on its way through the gateway, after it was found to be allowed. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
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
}

/** The headers the application gets: the caller's, without what is not its business, and the platform's own. */
export function upstreamHeaders(parts: GatewayParts, exchange: Exchange, extra: string[] = []): string[] {
  const { request, route } = exchange
  const remote = request.socket.remoteAddress ?? ''
  const trusted = parts.isTrustedProxy(remote)
  const earlier = (name: string) => (trusted ? one(request.headers[name]) : undefined)
  const chain = earlier('x-forwarded-for')
  const passed = passedHeaders(request.rawHeaders, request.headers.connection, {
    for: chain === undefined ? remote : `${chain}, ${remote}`,
    host: earlier('x-forwarded-host') ?? request.headers.host ?? '',
    proto: earlier('x-forwarded-proto') ?? 'http',
  })
  const added = addedHeaders({
    key: parts.issueKey(route),
    routeId: route.routeId,
    tenant: route.tenant,
    requestId: exchange.requestId,
    traceparent: exchange.trace.traceparent,
  })
  return passed.concat(added, extra)
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** Notes what became of the exchange, and with its payloads where the installation wants them kept. */
export function recordCall(
  parts: GatewayParts,
  exchange: Exchange,
  result: {
    status: number
    code?: FailureCode
    requestSize: number
    answerSize: number
    instanceId?: string | undefined
  },
  payload?: { request: Buffer; answer: Buffer },
): void {
  const { route } = exchange
  const now = parts.clock.now()
  const id = newId('cal', now)
  const { installationId, organizationId } = route
  if (payload !== undefined && route.recording) {
    parts.payloads?.keep({ id, installationId, organizationId, at: now }, payload.request, payload.answer)
  }
  parts.calls.record({
    id,
    installationId,
    organizationId,
    listingId: route.listingId,
    kind: exchange.onPublicPath ? 'public' : exchange.kind === 'webhook' ? 'other' : exchange.kind,
    method: exchange.method.slice(0, 20),
    path: exchange.path.slice(0, 500),
    at: now,
    status: result.status,
    code: result.code ?? null,
    durationMs: Math.round(performance.now() - exchange.startedAt),
    requestSize: result.requestSize,
    answerSize: result.answerSize,
    instanceId: result.instanceId ?? null,
    requestId: exchange.requestId,
    traceId: exchange.trace.traceId,
  })
}
