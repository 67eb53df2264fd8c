import type { Failure } from '@mkt/contract/errors'
import { answersState } from '../domain/installation/installation.ts'
import { continueTrace } from '../domain/platform/trace.ts'
import { apiAddress, ruledPaths, splitRelayTarget, upstreamPath } from '../domain/relay/relay-address.ts'
import { judgeRelayed } from '../domain/relay/relayed-request.ts'
import type { KeyFacts } from '../domain/route/key.ts'
import type { Route } from '../domain/route/route.ts'
import { isolatedWay, tenantWay } from '../domain/tenant/relay-mode.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { type RelayedExchange, type RelayParts, relayLimits } from './parts.ts'
import { recordTenantCall } from './record-tenant-call.ts'
import { malformed, readOnly, signInRefused, tokenExpired, tokenUnknown, tooBusy } from './relay-failures.ts'
import { RelayedCall } from './relayed-call.ts'

const AUTHORIZATION = /^(?:(bearer) +)?([\w-]{60,160})$/i

/**
 * Takes a request of an application: who it is by its token, what it may by the installation as it is now, and only then to the policy
 * system. The body is not read before that.
 */
export async function handleRequest(parts: RelayParts, exchange: ServerExchange): Promise<void> {
  const startedAt = performance.now()
  const target = splitRelayTarget(exchange.target)
  if (target === undefined || exchange.method === 'TRACE') throw malformed()
  const [, scheme, text] = AUTHORIZATION.exec(exchange.header('authorization') ?? '') ?? []
  const token = text === undefined ? undefined : parts.readToken(text)
  if (token === undefined) throw tokenUnknown()
  const { facts, endsAt } = token
  if (target.installationId !== undefined && target.installationId !== facts.installationId) throw tokenUnknown()
  if (endsAt <= parts.clock.now().getTime()) throw tokenExpired()
  const route = await currentRoute(parts, facts)
  const access = facts.releaseId === route.releaseId ? route.tenantAccess : await parts.accessOf(facts.releaseId)
  const way = access === undefined ? 'none' : facts.isolated ? isolatedWay(access) : tenantWay(route.relay, access)
  // Another way was chosen since the token was given: the state record tells it.
  if (way === 'direct' || way === 'none' || exchange.over) throw tokenExpired()
  const address = apiAddress(route.apiUrl)
  const relayed: RelayedExchange = {
    exchange,
    route,
    releaseId: facts.releaseId,
    isolated: facts.isolated,
    id: parts.nextId(parts.clock.now()),
    trace: continueTrace(exchange.header('traceparent'), parts.hex),
    address,
    target: upstreamPath(target, address) + target.query,
    bare: scheme === undefined,
    startedAt,
  }
  const verdict = judgeRelayed(route.variant, way, exchange.method, ruledPaths(target, address))
  if (verdict === 'read-only') throw refused(parts, relayed, readOnly(exchange.method))
  if (verdict === 'sign-in') throw refused(parts, relayed, signInRefused())
  if (verdict === 'renew') answerRenewal(parts, relayed)
  else pass(parts, relayed)
}

/** The route as it is now: a caller who was told of a change, a stop for instance, sees it here. */
async function currentRoute(parts: RelayParts, facts: KeyFacts): Promise<Route> {
  const known = parts.routes.byInstallation(facts.installationId)
  if (known !== undefined) await parts.routes.renewing(known.routeId)
  const route = parts.routes.byInstallation(facts.installationId)
  if (route === undefined || facts.epoch < route.keyEpoch) throw tokenExpired()
  // A trial goes on while its installation is stopped.
  const isOpen = facts.isolated ? route.state !== 'UNINSTALLED' : answersState(route.state)
  if (route.disabled || !isOpen) throw tokenExpired()
  return route
}

function pass(parts: RelayParts, relayed: RelayedExchange): void {
  const { installationId } = relayed.route
  // A release on trial does not take places of the live one.
  const holder = relayed.isolated ? `${installationId} on trial` : installationId
  const running = parts.running.get(holder) ?? 0
  if (running >= relayLimits.perInstallation) throw refused(parts, relayed, tooBusy())
  parts.running.set(holder, running + 1)
  const done = () => {
    const left = (parts.running.get(holder) ?? 1) - 1
    if (left === 0) parts.running.delete(holder)
    else parts.running.set(holder, left)
  }
  new RelayedCall(parts, relayed, done).begin()
}

/** The policy system would hand out its own token, so the relay answers with one of its own, in the same form. */
function answerRenewal(parts: RelayParts, relayed: RelayedExchange): void {
  const { exchange, route, releaseId, isolated } = relayed
  const { token, expiresAt } = parts.issueToken(route, releaseId, isolated)
  const body = JSON.stringify({
    authorizationToken: token.reveal(),
    expiresTimestamp: String(expiresAt?.getTime() ?? ''),
  })
  exchange.reply(200, 'content-type: application/json\r\ncache-control: no-store\r\n', body)
  recordTenantCall(parts, relayed, { status: 200, code: null, requestSize: 0, answerSize: body.length })
}

/** A known caller was turned away: the customer sees it among the other calls. */
function refused(parts: RelayParts, relayed: RelayedExchange, failure: Failure): Failure {
  recordTenantCall(parts, relayed, { status: failure.status, code: failure.code, requestSize: 0, answerSize: 0 })
  return failure
}
