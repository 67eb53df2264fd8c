import type { IncomingMessage, ServerResponse } from 'node:http'
import { callerHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { admission, isPublicPath, type Route, requestKind } from '../domain/route.ts'
import { isReservedPath, splitHost } from '../domain/route-path.ts'
import { continueTrace } from '../domain/trace.ts'
import { acceptWebhook } from './accept-webhook.ts'
import { isKnownCaller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { forwardHeld } from './forward-held.ts'
import { forwardStream } from './forward-stream.ts'
import type { GatewayParts } from './parts.ts'
import type { Split } from './places.ts'
import { sendProblem } from './problem.ts'
import { inactive, tooBusy, unavailable, unknownCaller, unknownRoute } from './refusals.ts'

/** What the gateway remembers between requests to spare itself work. */
export interface GatewayMemory {
  nextId(): string
  splitOf(target: string): Split
}

/**
 * One request of a policy system or a third party. Everything that can be decided without the body is decided first: the route, its
 * caller, its state. Only then is the body read or passed on.
 */
export async function handleRequest(
  parts: GatewayParts,
  memory: GatewayMemory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const given = request.headers['x-request-id']
  const requestId = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : memory.nextId()
  try {
    checkForm(request)
    const place = locate(parts, memory, request)
    const exchange = admit(parts, request, response, { ...place, requestId, startedAt })
    if (request.headers.expect !== undefined) response.writeContinue()
    await carry(parts, exchange)
  } catch (error) {
    // Undefined: the caller went away, nobody is left to answer.
    if (error === undefined) return
    if (!(error instanceof Failure)) parts.log.error({ error, requestId }, 'The gateway met a bug')
    const failure = error instanceof Failure ? error : new Failure('internal', 'This is our fault; it has been noted.')
    sendProblem(response, failure, requestId)
  }
}

/** What is valid HTTP but would be understood differently by different readers. */
function checkForm(request: IncomingMessage): void {
  if (request.method === 'TRACE' || request.method === 'CONNECT') {
    throw new Failure('method_not_allowed', `${request.method} is not passed on to applications.`)
  }
  if (request.httpVersionMajor !== 1 || request.httpVersionMinor > 1) {
    throw new Failure('request_malformed', 'Requests are taken as HTTP/1.1 or HTTP/1.0.')
  }
  let hosts = 0
  let types = 0
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase()
    if (name === 'host') hosts += 1
    else if (name === 'content-type') types += 1
  }
  if (hosts > 1 || types > 1)
    throw new Failure('request_malformed', 'A header that may occur once occurs several times.')
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new Failure('request_malformed', 'The only expectation that can be met is 100-continue.')
  }
}

interface Place {
  routeId: string
  path: string
  query: string
  reserved: boolean
  sharedOrigin: boolean
}

function locate(parts: GatewayParts, memory: GatewayMemory, request: IncomingMessage): Place {
  const target = request.url ?? ''
  const { host } = request.headers
  let split: Split | undefined
  if (parts.gatewayDomain !== undefined && host !== undefined) {
    const own = splitHost(host, parts.gatewayDomain, target)
    if (own !== undefined) split = { ...own, reserved: own.ok && isReservedPath(own.path) }
  }
  const sharedOrigin = split === undefined
  split ??= memory.splitOf(target)
  if (split.ok) {
    const { routeId, path, query, reserved } = split
    return { routeId, path, query, reserved, sharedOrigin }
  }
  if (split.problem === 'no-route') throw unknownRoute()
  throw new Failure(
    'request_malformed',
    'The address of the request is not written in a form that every reader understands alike.',
  )
}

function admit(
  parts: GatewayParts,
  request: IncomingMessage,
  response: ServerResponse,
  place: Place & { requestId: string; startedAt: number },
): Exchange {
  const route: Route | undefined = parts.routes.byRouteId(place.routeId)
  if (route === undefined) throw unknownRoute()
  if (place.reserved)
    throw new Failure('not_found', 'This path belongs to the platform and is not reachable from outside.')
  const method = request.method ?? 'GET'
  const kind = requestKind(route, method, place.path)
  const onPublicPath = kind === 'other' && isPublicPath(route, place.path)
  const decision = admission(route, kind, onPublicPath)
  if (decision === 'inactive') throw inactive()
  if (!onPublicPath && !isKnownCaller(single(request.headers[callerHeader]), route.callerHashes)) throw unknownCaller()
  if (decision === 'unavailable') throw unavailable()
  if (decision === 'forward' && route.instances.length === 0) throw unavailable()
  const trace = continueTrace(single(request.headers.traceparent), parts.random)
  return { ...place, request, response, trace, route, kind, onPublicPath, method }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value
}

async function carry(parts: GatewayParts, exchange: Exchange): Promise<void> {
  const { route, kind, path } = exchange
  if (kind === 'webhook') return acceptWebhook(parts, exchange)
  const leave = parts.concurrency.enter(route.routeId, route.listingId)
  if (leave === undefined) throw tooBusy()
  try {
    parts.warmToken?.(route)
    const deadline =
      kind === 'autofill' ? route.autofill.get(path) : kind === 'rater' ? route.raters.get(path) : undefined
    if (deadline !== undefined) await forwardHeld(parts, exchange, deadline.timeoutMs)
    else await forwardStream(parts, exchange)
  } finally {
    leave()
  }
}
