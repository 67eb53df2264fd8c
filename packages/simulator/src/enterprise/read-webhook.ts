import type { EnterpriseWebhook, FailureHandling } from '../core/enterprise-tenant.ts'
import { asBody, httpUrl, invalid, isRecord, type Json, oneOf, optionalFlag, text, texts } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { ENTERPRISE_EVENTS } from './events.ts'

const TRIGGERS = ['4xx', '5xx', 'timeout'] as const

export function readEventTypes(body: Json, name: string): string[] {
  if (body[name] === undefined) return []
  const types = texts(body, name)
  const unknown = types.filter((type) => !ENTERPRISE_EVENTS.includes(type))
  if (unknown.length > 0) throw new Refusal(400, 'event_unknown', `Unknown event types: ${unknown.join(', ')}`)
  return types
}

export function readHeaders(value: unknown): Record<string, string[]> {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw invalid('headers', 'a map of lists')
  return Object.fromEntries(Object.keys(value).map((name) => [name, texts(value, name)]))
}

export function readEndpoint(value: unknown): EnterpriseWebhook['endpoint'] {
  const body = asBody(value)
  const hmacEnabled = optionalFlag(body, 'hmacEnabled') ?? false
  return {
    url: httpUrl(text(body, 'url')),
    headers: readHeaders(body.headers),
    hmacEnabled,
    ...(hmacEnabled ? { secret: text(body, 'secret') } : {}),
  }
}

export function readFailureHandling(value: unknown): FailureHandling | undefined {
  if (value === undefined || value === null) return undefined
  const body = asBody(value)
  const triggers = texts(body, 'triggers')
  const known = TRIGGERS.filter((trigger) => triggers.includes(trigger))
  if (known.length !== new Set(triggers).size) throw invalid('triggers', `of ${TRIGGERS.join(', ')}`)
  const retry = body.retryStrategy
  return {
    triggers: known,
    ...(retry === undefined || retry === null ? {} : { retryStrategy: readRetry(asBody(retry)) }),
    divert: optionalFlag(body, 'divert') ?? false,
    suspend: optionalFlag(body, 'suspend') ?? false,
  }
}

function readRetry(body: Json): NonNullable<FailureHandling['retryStrategy']> {
  const type = oneOf(body, 'type', ['linear', 'exponential'])
  const { interval, attempts } = body
  if (typeof interval !== 'number' || interval <= 0) throw invalid('interval', 'a positive number')
  if (typeof attempts !== 'number' || !Number.isInteger(attempts) || attempts < 1 || attempts > 10)
    throw invalid('attempts', 'between 1 and 10')
  return { type, interval, attempts }
}

export function readNewWebhook(value: unknown, locator: string): EnterpriseWebhook {
  const body = asBody(value)
  const failureHandling = readFailureHandling(body.failureHandling)
  return {
    locator,
    name: text(body, 'name'),
    enabled: optionalFlag(body, 'enabled') ?? true,
    eventTypes: readEventTypes(body, 'eventTypes'),
    endpoint: readEndpoint(body.endpoint),
    ...(failureHandling ? { failureHandling } : {}),
    suspended: false,
    diverted: [],
  }
}

/** The webhook after a PATCH: whole properties replace, `add…` and `remove…` change in place. */
export function patchedWebhook(webhook: EnterpriseWebhook, value: unknown): EnterpriseWebhook {
  const body = asBody(value)
  const added = readEventTypes(body, 'addEventTypes')
  const removed = readEventTypes(body, 'removeEventTypes')
  const eventTypes = body.eventTypes === undefined ? webhook.eventTypes : readEventTypes(body, 'eventTypes')
  const failureHandling = readFailureHandling(body.failureHandling) ?? webhook.failureHandling
  const endpoint = body.endpoint === undefined ? webhook.endpoint : readEndpoint(body.endpoint)
  const gone = body.removeHeaders === undefined ? [] : texts(body, 'removeHeaders')
  const kept = Object.entries(endpoint.headers).filter(([name]) => !gone.includes(name))
  return {
    ...webhook,
    name: body.name === undefined ? webhook.name : text(body, 'name'),
    enabled: optionalFlag(body, 'enabled') ?? webhook.enabled,
    eventTypes: [...new Set([...eventTypes, ...added])].filter((type) => !removed.includes(type)),
    endpoint: { ...endpoint, headers: { ...Object.fromEntries(kept), ...readHeaders(body.addHeaders) } },
    ...(failureHandling ? { failureHandling } : {}),
  }
}
