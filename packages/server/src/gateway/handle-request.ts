import { callerHeader, testHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { fallbackFor } from '../domain/call/fallback.ts'
import { continueTrace } from '../domain/platform/trace.ts'
import { admission, declaredPath, isPublicPath, requestKind } from '../domain/route/route.ts'
import { isReservedPath, splitHost } from '../domain/route/route-path.ts'
import { callerAddress } from '../lib/http/caller-address.ts'
import { refuseLate } from '../lib/http/refuse-late.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import { isKnownCaller } from './caller.ts'
import { type Exchange, recordCall } from './exchange.ts'
import { forwardHeld } from './forward/forward-held.ts'
import { forwardStream } from './forward/forward-stream.ts'
import type { GatewayMemory } from './memory.ts'
import type { GatewayParts } from './parts.ts'
import type { Split } from './places.ts'
import { acceptReport } from './receive/accept-report.ts'
import { acceptWebhook } from './receive/accept-webhook.ts'
import {
  databaseAway,
  eventsCrowded,
  inactive,
  ourFault,
  tooBusy,
  unavailable,
  unknownCaller,
  unknownRoute,
} from './refusals.ts'
import { callerHeaders } from './request-headers.ts'

/**
 * One request of a policy system or a third party. Everything that can be decided without the body is decided first: the route, its
 * caller, its state. Only then is the body read or passed on.
 */
export function handleRequest(parts: GatewayParts, memory: GatewayMemory, http: ServerExchange): void {
  const startedAt = performance.now()
  const id = memory.nextId(parts.clock.now())
  let requestId = `req_${id}`
  const onError = (error: unknown) => {
    const answer = () => answerError(parts, http, error, requestId)
    if (isStranger(error)) refuseLate(memory.refusals, partyOf(parts, http), http, answer)
    else answer()
  }
  try {
    const remote = http.remoteAddress
    const trusted = parts.isTrustedProxy(remote)
    // Nothing is believed because a caller says it; a proxy of our own may have given the request its name already.
    if (trusted) requestId = namedByProxy(http) ?? requestId
    const passed = checkForm(http)
    const place = locate(parts, memory, http)
    const go = () => {
      const facts = { id, requestId, startedAt, remote, trusted, passed }
      const exchange = admit(parts, memory, http, place, facts)
      http.sendContinue()
      carry(parts, memory, exchange, onError)
    }
    // Read-your-writes: waits the few milliseconds until an acknowledged change, such as a stop, is loaded here.
    const renewing = parts.routes.renewing(place.split.routeId)
    if (renewing === undefined) go()
    else
      renewing
        .then(() => {
          if (!http.over) go()
        })
        .catch(onError)
  } catch (error) {
    onError(error)
  }
}

function answerError(parts: GatewayParts, http: ServerExchange, error: unknown, requestId: string): void {
  // Undefined: the caller went away, nobody is left to answer.
  if (error === undefined) return
  try {
    const away = isDatabaseAway(error)
    if (away) parts.log.warn({ error, requestId }, 'A request needed the database, which is away')
    else if (!(error instanceof Failure)) parts.log.error({ error, requestId }, 'The gateway met a bug')
    const failure = error instanceof Failure ? error : away ? databaseAway() : ourFault()
    // Closes the connection after a malformed request: readers may disagree on where the next one begins.
    if (ofForm.has(failure.code)) http.closing = true
    replyProblem(http, failure, requestId)
  } catch (unwritable) {
    parts.log.error({ error: unwritable, requestId }, 'The gateway could not answer')
    http.destroy()
  }
}

/** The party in the queue: behind a load balancer callers share an address. */
const partyOf = ({ isTrustedProxy }: GatewayParts, http: ServerExchange) =>
  addressParty(callerAddress(http.remoteAddress, http.joined('x-forwarded-for'), isTrustedProxy))

/** Whether the caller showed nothing that is ours: a route, and its secret. */
const isStranger = (error: unknown) =>
  error instanceof Failure && (error.code === 'route_unknown' || error.code === 'caller_unknown')

const ofForm: ReadonlySet<string> = new Set(['request_malformed', 'method_not_allowed', 'upgrade_refused'])

function namedByProxy(http: ServerExchange): string | undefined {
  const given = http.single('x-request-id')
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : undefined
}

/** Refuses what is valid HTTP but would be understood differently by different readers; gives the headers that travel on. */
function checkForm(http: ServerExchange): string {
  if (http.method === 'TRACE') throw new Failure('method_not_allowed', 'TRACE is not forwarded to applications.')
  const { lines, repeated, upgrades } = callerHeaders(http)
  if (upgrades) throw new Failure('upgrade_refused', 'This gateway carries plain HTTP requests only.')
  if (repeated) throw new Failure('request_malformed', 'A header that may occur only once was sent several times.')
  if (http.expect !== undefined && http.expect !== '100-continue') {
    throw new Failure('request_malformed', 'The only supported expectation is 100-continue.')
  }
  return lines
}

interface Place {
  split: Extract<Split, { ok: true }>
  sharedOrigin: boolean
}

function locate(parts: GatewayParts, memory: GatewayMemory, http: ServerExchange): Place {
  const { target } = http
  const host = http.header('host')
  let split: Split | undefined
  if (parts.gatewayDomain !== undefined && host !== undefined) {
    const own = splitHost(host, parts.gatewayDomain, target)
    if (own !== undefined) split = { ...own, reserved: own.ok && isReservedPath(own.path) }
  }
  const sharedOrigin = split === undefined
  split ??= memory.splitOf(target)
  if (split.ok) return { split, sharedOrigin }
  if (split.problem === 'no-route') throw unknownRoute()
  throw new Failure('request_malformed', 'The request path is ambiguous: different parsers could read it differently.')
}

function admit(
  parts: GatewayParts,
  memory: GatewayMemory,
  http: ServerExchange,
  { split, sharedOrigin }: Place,
  facts: Pick<Exchange, 'id' | 'requestId' | 'startedAt' | 'remote' | 'trusted' | 'passed'>,
): Exchange {
  const { query } = split
  const route = parts.routes.byRouteId(split.routeId)
  if (route === undefined) throw unknownRoute()
  const { method } = http
  const path = method === 'POST' ? declaredPath(route, split.path) : split.path
  const kind = requestKind(route, method, path)
  if (split.reserved && kind !== 'report')
    throw new Failure('not_found', 'This path belongs to the platform and is not reachable from outside.')
  const onPublicPath = kind === 'other' && isPublicPath(route, path)
  const decision = admission(route, kind, onPublicPath)
  // The secrets of an uninstalled route are erased, so there is nothing to check any more, and nothing to protect.
  const isOpen = onPublicPath || (decision === 'inactive' && route.callerHashes.length === 0)
  if (!isOpen && !isKnownCaller(http.single(callerHeader), route.callerHashes)) throw unknownCaller()
  if (decision === 'inactive') throw inactive()
  // A call that holds its answer has a deadline, and waits within it for an instance that is about to be back.
  const isHeld = kind === 'autofill' || kind === 'rater'
  const mayWait = route.awaited && isHeld
  const mark = isHeld ? http.single(testHeader) : undefined
  const isTest = mark !== undefined && parts.isTest?.(route, mark) === true
  const nobodyThere = decision === 'unavailable' || (decision === 'forward' && route.instances.length === 0 && !mayWait)
  const trace = continueTrace(http.single('traceparent'), memory.hex)
  const { id, requestId, startedAt, remote, trusted, passed } = facts
  const exchange = {
    id,
    requestId,
    startedAt,
    remote,
    trusted,
    passed,
    http,
    trace,
    route,
    kind,
    onPublicPath,
    method,
    path,
    query,
    sharedOrigin,
    nobodyThere,
    isTest,
  }
  if (nobodyThere && fallbackFor(kind, route.onFailure, 'app_unavailable') === undefined)
    throw recorded(parts, exchange, unavailable())
  return exchange
}

/** An authorised caller was turned away: that is a failed call, and the customer sees it among the others. */
function recorded(parts: GatewayParts, exchange: Exchange, failure: Failure): Failure {
  recordCall(parts, exchange, { status: failure.status, code: failure.code, requestSize: 0, answerSize: 0 })
  return failure
}

function carry(
  parts: GatewayParts,
  memory: GatewayMemory,
  exchange: Exchange,
  onError: (error: unknown) => void,
): void {
  const { route, kind, path } = exchange
  if (kind === 'webhook' || kind === 'report') {
    const share = parts.memory.events.share(route)
    if (share === undefined) throw eventsCrowded()
    const accept = kind === 'webhook' ? acceptWebhook : acceptReport
    accept(parts, exchange, share)
      .finally(() => share.leave())
      .catch(onError)
    return
  }
  const { routeId, listingId } = route
  const place = parts.concurrency.place({ route: routeId, app: listingId, isPublic: exchange.onPublicPath })
  if (place === undefined) throw recorded(parts, exchange, tooBusy())
  parts.warmToken?.(route)
  const deadline =
    kind === 'autofill' ? route.autofill.get(path) : kind === 'rater' ? route.raters.get(path) : undefined
  if (deadline === undefined) forwardStream(parts, memory.deadlines, exchange, place)
  else forwardHeld(parts, exchange, deadline.timeoutMs, place).catch(onError)
}
