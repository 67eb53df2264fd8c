import { appHeaders, callerHeader } from '@mkt/contract/app'

/** Headers that belong to one connection and never travel on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers the platform speaks for itself, or keeps from applications. */
const REPLACED = new Set([
  'host',
  'cookie',
  'expect',
  'content-length',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-request-id',
  'traceparent',
  callerHeader,
])

export interface Added {
  key: string
  routeId: string
  tenant: string
  requestId: string
  traceparent: string
}

/** The headers of the interface that every request to an application carries, as names and values in turn. */
export function addedHeaders(added: Added): string[] {
  return [
    'x-MKT-key',
    added.key,
    'x-MKT-route',
    added.routeId,
    'x-MKT-tenant',
    added.tenant,
    appHeaders.requestId,
    added.requestId,
    appHeaders.traceparent,
    added.traceparent,
  ]
}

export interface Forwarding {
  for: string
  host: string
  proto: string
}

/**
 * What of the caller's headers goes to the application: all but those of the connection (also the ones its `connection` header names), cookies, and
 * everything that only the platform may say.
 */
export function passedHeaders(
  rawHeaders: readonly string[],
  connection: string | undefined,
  forwarding: Forwarding,
): string[] {
  const named = connection === undefined ? undefined : new Set(connection.toLowerCase().split(/\s*,\s*/))
  const passed: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const lower = name.toLowerCase()
    if (HOP_BY_HOP.has(lower) || REPLACED.has(lower) || named?.has(lower)) continue
    if (lower.startsWith('x-mkt-') || lower.startsWith('webhook-')) continue
    passed.push(name, rawHeaders[index + 1] ?? '')
  }
  passed.push(
    'x-forwarded-for',
    forwarding.for,
    'x-forwarded-host',
    forwarding.host,
    'x-forwarded-proto',
    forwarding.proto,
  )
  return passed
}

export function isHopByHop(lowerName: string): boolean {
  return HOP_BY_HOP.has(lowerName)
}
