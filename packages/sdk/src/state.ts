import type { SettingsRecord, StateErrorCode, StateRecord } from '@mkt/contract/app'
import { StateError } from './errors.ts'
import { type HeaderSource, readHeader } from './request-headers.ts'
import { header, variable } from './wire.ts'

export interface StateOptions {
  /** Origin of the state interface; `MKT_STATE_API` unless given. */
  readonly stateApi?: string
  readonly signal?: AbortSignal
  /** Longest wait for an answer, 5,000 ms unless given. */
  readonly timeoutMs?: number
}

interface Kept {
  readonly etag: string
  readonly record: unknown
}

// A record is kept only to be confirmed: every read asks the platform, which answers 304 when nothing changed. So a
// new configuration is seen at the next request, and the memory is bounded whatever the number of customers.
const kept = new Map<string, Kept>()
const KEPT_AT_MOST = 500

/**
 * The state of the customer a request belongs to. Never remember it beyond the request.
 *
 * @example
 * const { settings, mappings, platformApiUrl, token } = await readState(request.headers)
 */
export function readState<S = Readonly<Record<string, string>>>(
  headers: HeaderSource,
  options: StateOptions = {},
): Promise<StateRecord<S>> {
  return read<StateRecord<S>>('state', headers, options)
}

/**
 * The customer's settings and mappings alone: answers also while the policy system is out of reach.
 *
 * @example
 * const { settings } = await readSettings(request.headers)
 */
export function readSettings<S = Readonly<Record<string, string>>>(
  headers: HeaderSource,
  options: StateOptions = {},
): Promise<SettingsRecord<S>> {
  return read<SettingsRecord<S>>('settings', headers, options)
}

async function read<T>(what: 'state' | 'settings', headers: HeaderSource, options: StateOptions): Promise<T> {
  const key = readHeader(headers, header.key)
  if (!key) {
    throw new StateError('key_missing', `The request has no ${header.key} header: only the platform can send one.`)
  }
  const origin = (options.stateApi ?? process.env[variable.stateApi] ?? '').replace(/\/+$/, '')
  if (!origin) {
    throw new StateError('state_api_missing', `${variable.stateApi} is not set: the platform sets it in the container.`)
  }
  const url = `${origin}/${what}/${encodeURIComponent(key)}`
  const known = kept.get(url)
  // The read belongs to the trace of the request that it is made for.
  const trace = readHeader(headers, header.traceparent)
  const asked = {
    ...(known === undefined ? {} : { 'if-none-match': known.etag }),
    ...(trace ? { [header.traceparent]: trace } : {}),
  }
  const response = await ask(url, asked, options)
  if (response.status === 304 && known) {
    keep(url, known)
    return known.record as T
  }
  if (response.status !== 200) {
    kept.delete(url)
    throw problem(response)
  }
  const record = response.body as T
  const etag = response.headers.get('etag')
  if (etag) keep(url, { etag, record: freeze(record) })
  return record
}

interface Asked {
  readonly status: number
  readonly headers: Headers
  /** The JSON that came; undefined where a refusal has none. */
  readonly body: unknown
}

async function ask(url: string, headers: Record<string, string>, options: StateOptions): Promise<Asked> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 5_000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await fetch(url, { signal, headers })
    const text = await response.text()
    const body: unknown = response.status === 200 ? JSON.parse(text) : undefinedUnlessJson(text)
    return { status: response.status, headers: response.headers, body }
  } catch (cause) {
    // The cause's text may hold the address, and the address holds the key: keep it out of messages.
    const reason = cause instanceof Error ? cause.name : 'unknown'
    throw new StateError('state_unreachable', `The state interface did not answer (${reason}).`, {
      retryable: true,
      retryAfterSeconds: 5,
    })
  }
}

const final: ReadonlySet<string> = new Set<StateErrorCode>(['key_unknown', 'key_expired', 'route_inactive'])

function undefinedUnlessJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problem(response: Asked): StateError {
  const { code: said, detail } = (response.body ?? {}) as { code?: string; detail?: string }
  const code = (said ?? 'state_unreachable') as StateErrorCode | 'state_unreachable'
  const after = Number(response.headers.get('retry-after'))
  return new StateError(code, detail ?? `The state interface answered ${response.status}.`, {
    retryable: !final.has(code),
    retryAfterSeconds: after > 0 ? after : undefined,
  })
}

function keep(url: string, entry: Kept): void {
  kept.delete(url)
  kept.set(url, entry)
  const oldest = kept.keys().next().value
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest)
}

/** One record may be given to many requests: a handler that changes it would change it for the next one. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
