import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Signal, TelemetryForwarder } from '../actions/deployment/forward-telemetry.ts'
import type { SpanRecorder } from '../actions/trace/span-recorder.ts'
import { readTelemetryToken } from '../domain/deployment/telemetry-token.ts'
import type { Clock } from '../lib/clock.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { type ReportedSpan, readSpans } from '../lib/otlp/read-spans.ts'
import { within } from '../lib/schedule/within.ts'
import { createRateLimiter } from '../lib/sharing/rate-limiter.ts'

const PATH = /^\/otlp\/([\w-]{54})\/v1\/(traces|metrics|logs)$/
const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const
const BODY_MS = 10_000
const MAX_SPANS = 512
const MINUTE_MS = 60_000
/** A span of another time would stretch the trace it says it belongs to, or stay longer than others. */
const OLDEST_MS = 60 * MINUTE_MS
const AHEAD_MS = MINUTE_MS
const RELEASES = 10_000

export interface TelemetryParts {
  clock: Clock
  /** Reads what the addresses are signed with. */
  readKey(): Promise<Buffer>
  recorder: Pick<SpanRecorder, 'addSpans'>
  forwarder: Pick<TelemetryForwarder, 'add'>
}

/**
 * Takes what the containers of a release report at `MKT_OTLP`, by OTLP over HTTP. Spans become steps of their traces. Everything is handed
 * on to the collector of the publisher, where it named one; metrics and logs are kept nowhere else. The bytes come from strangers, so their number, size and time are bounded for each release.
 */
export function createTelemetryReceiver(
  parts: TelemetryParts,
): (path: string, exchange: ServerExchange) => Promise<void> {
  let key: Buffer | undefined
  const requests = createRateLimiter({ max: limits.telemetryRequests.value, windowMs: MINUTE_MS, keys: RELEASES })
  const spans = createRateLimiter({ max: limits.telemetrySpans.value, windowMs: MINUTE_MS, keys: RELEASES })

  return async (path, exchange) => {
    const [, token = '', signal] = PATH.exec(path) ?? []
    key ??= await parts.readKey()
    const releaseId = readTelemetryToken(key, token)
    if (releaseId === undefined || signal === undefined)
      throw new Failure('not_found', 'This is no address for telemetry. Use MKT_OTLP as the container got it.')
    if (exchange.method !== 'POST')
      throw new Failure('method_not_allowed', 'Telemetry is sent with POST.', { headers: { allow: 'POST' } })
    const now = parts.clock.now()
    const rate = requests.take(releaseId, now)
    if (!rate.allowed)
      throw new Failure(
        'rate_limited',
        `A release may report ${rate.limit} times a minute. Report in larger batches.`,
        {
          headers: { 'retry-after': String(rate.resetSeconds) },
        },
      )
    const form = formOf(exchange)
    const body = await within(wholeBody(exchange, limits.telemetryBody.value), BODY_MS)
    // The caller is slow, or gone.
    if (body === undefined) return exchange.destroy()
    if (signal === 'traces') {
      const found = readSpans(body, form, MAX_SPANS)
      if (found === undefined)
        throw new Failure(
          'request_invalid',
          'The body is no export request for traces in the form that content-type names.',
        )
      const kept = found.filter((span) => isOfNow(span, now) && spans.take(releaseId, now).allowed)
      parts.recorder.addSpans(releaseId, kept)
    }
    parts.forwarder.add(releaseId, signal as Signal, contentTypes[form], body)
    if (form === 'json') exchange.reply(200, 'content-type: application/json\r\n', '{"partialSuccess":{}}')
    else exchange.reply(200, 'content-type: application/x-protobuf\r\n', '')
  }
}

function isOfNow({ startMs, endMs }: ReportedSpan, now: Date): boolean {
  return startMs >= now.getTime() - OLDEST_MS && endMs <= now.getTime() + AHEAD_MS
}

function formOf(exchange: ServerExchange): 'json' | 'protobuf' {
  const type = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const encoding = exchange.header('content-encoding')
  if (encoding === undefined || encoding === 'identity') {
    if (type === 'application/json') return 'json'
    if (type === 'application/x-protobuf') return 'protobuf'
  }
  throw new Failure('media_type_unsupported', 'Send application/x-protobuf or application/json without compression.')
}

function wholeBody(exchange: ServerExchange, most: number): Promise<Buffer | undefined> {
  const tooLarge = () =>
    new Failure('body_too_large', `An export request may have ${most} bytes. Report smaller batches.`)
  if (exchange.length > most) return Promise.reject(tooLarge())
  if (exchange.body !== undefined) return Promise.resolve(exchange.body)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  const chunks: Buffer[] = []
  let size = 0
  exchange.sendContinue()
  exchange.onGone = () => resolve(undefined)
  exchange.readBody({
    onData(chunk) {
      size += chunk.length
      if (size > most) reject(tooLarge())
      else chunks.push(chunk)
    },
    onEnd: () => resolve(Buffer.concat(chunks)),
  })
  return promise
}
