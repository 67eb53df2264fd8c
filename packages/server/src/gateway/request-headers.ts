import { appHeaders, namedByConnection, reachesApp } from '@mkt/contract/app'
import type { Forwarding } from '../domain/delivery/forwarding.ts'
import type { Route } from '../domain/route/route.ts'
import { headerLines } from '../lib/http/header-lines.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'

interface Verdict {
  lower: string
  passes: boolean
  /** 1 for a host, 1000 for a content type: what may occur once is counted with one number. */
  once: number
}

/** The same few names come with every request: each spelling is judged once. */
const verdicts = new Map<string, Verdict>()
const MAX_VERDICTS = 1_000

function verdictOf(name: string): Verdict {
  const known = verdicts.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  const verdict = {
    lower,
    passes: reachesApp(lower),
    once: lower === 'host' ? 1 : lower === 'content-type' ? 1_000 : 0,
  }
  if (verdicts.size < MAX_VERDICTS) verdicts.set(name, verdict)
  return verdict
}

export interface CallerHeaders {
  /** What of the caller's headers goes to the application, each as a line. */
  lines: string
  /** The same without those that would have the application encode its answer. */
  plainLines: string
  /** Whether a header that may occur once occurs several times. */
  repeated: boolean
  /** Whether the caller wants to leave HTTP/1.1 for a protocol that is not another version of it. */
  upgrades: boolean
}

/** What is worked out from a caller's headers. A connection that sends the same ones again has it already. */
export function callerHeaders(http: ServerExchange): CallerHeaders {
  http.derived ??= readHeaders(http.headers, http.joined('connection'), http.header('upgrade'))
  return http.derived as CallerHeaders
}

/**
 * What of the caller's headers goes to the application: all but those of the connection (also the ones its `connection` header names),
 * cookies, and everything that only the platform may say. The parser has seen to it that no name or value holds a line end.
 */
export function readHeaders(
  headers: readonly string[],
  connection: string | undefined,
  upgrade: string | undefined,
): CallerHeaders {
  const named = namedByConnection(connection)
  let lines = ''
  let plainLines = ''
  let once = 0
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const verdict = verdictOf(name)
    once += verdict.once
    if (!verdict.passes || named?.has(verdict.lower)) continue
    const line = `${name}: ${headers[index + 1] ?? ''}\r\n`
    lines += line
    if (verdict.lower !== 'accept-encoding') plainLines += line
  }
  // Some clients offer HTTP/2 with every request and are content with HTTP/1.1.
  const upgrades = upgrade !== undefined && upgrade.toLowerCase() !== 'h2c' && named?.has('upgrade') === true
  return { lines, plainLines, repeated: once % 1_000 > 1 || once >= 2_000, upgrades }
}

export interface Added {
  requestId: string
  traceparent: string
}

/** The headers of the interface that differ with each request to an application, each as a line. */
export function requestLines(forwarding: Forwarding, added: Added): string {
  return `x-forwarded-for: ${forwarding.for}\r\nx-forwarded-host: ${forwarding.host}\r\nx-forwarded-proto: ${forwarding.proto}\r\n${appHeaders.requestId}: ${added.requestId}\r\n${appHeaders.traceparent}: ${added.traceparent}\r\n`
}

/** The headers of the interface that a route sends with every request, as long as its key is the same. */
const routeLines = new WeakMap<Route, { key: string; lines: string }>()

export function linesOfRoute(route: Route, key: string): string {
  const known = routeLines.get(route)
  if (known?.key === key) return known.lines
  const lines = headerLines(['x-MKT-key', key, 'x-MKT-route', route.routeId, 'x-MKT-tenant', route.tenant])
  routeLines.set(route, { key, lines })
  return lines
}
