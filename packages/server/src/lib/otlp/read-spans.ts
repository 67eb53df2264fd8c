import { type Field, messagesIn, readFields } from './wire.ts'

/** A span that somebody reported, as far as it is kept: attributes, events and links are not. */
export interface ReportedSpan {
  traceId: string
  name: string
  startMs: number
  endMs: number
  failed: boolean
}

const STATUS_ERROR = 2
/** Names are kept whole until secrets in them are hidden: one that is cut before may end with half a secret. */
const LONGEST_NAME = 1_000

/**
 * Reads the spans of an export request (`ExportTraceServiceRequest`), in its binary or its JSON form, up to a limit. Undefined where the
 * body is no such request; a span that is not usable is left out.
 */
export function readSpans(body: Buffer, form: 'json' | 'protobuf', most: number): ReportedSpan[] | undefined {
  try {
    const found = form === 'json' ? fromJson(JSON.parse(body.toString('utf8')), most) : fromProtobuf(body, most)
    return found.flatMap(usable)
  } catch {
    return undefined
  }
}

type Raw = { [Name in keyof ReportedSpan]: unknown }

function usable({ traceId, name, startMs, endMs, failed }: Raw): ReportedSpan[] {
  if (typeof traceId !== 'string' || !/^[0-9a-f]{32}$/.test(traceId) || /^0+$/.test(traceId)) return []
  if (typeof name !== 'string' || typeof startMs !== 'number' || typeof endMs !== 'number') return []
  if (!(startMs > 0 && endMs >= startMs && endMs < 8.64e15)) return []
  // PostgreSQL takes no NUL in text.
  const kept = name.length > LONGEST_NAME ? '' : name.replaceAll('\u0000', '').toWellFormed()
  return [{ traceId, name: kept === '' ? 'span' : kept, startMs, endMs, failed: failed === true }]
}

const NANOSECONDS = 1_000_000n

function fromProtobuf(body: Buffer, most: number): Raw[] {
  const scopes = messagesIn(readFields(body), 1).flatMap((resource) => messagesIn(readFields(resource), 2))
  const spans = scopes.flatMap((scope) => messagesIn(readFields(scope), 2))
  return spans.slice(0, most).map((span) => spanFrom(readFields(span)))
}

function spanFrom(fields: readonly Field[]): Raw {
  const last = (number: number) => fields.findLast((field) => field.number === number)?.value
  const bytes = (number: number) => {
    const value = last(number)
    return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
  }
  const millis = (number: number) => {
    const value = last(number)
    return typeof value === 'bigint' ? Number(value / NANOSECONDS) : undefined
  }
  const code = readFields(bytes(15)).findLast((field) => field.number === 3)?.value
  return {
    traceId: bytes(1).toString('hex'),
    name: bytes(5).toString('utf8'),
    startMs: millis(7),
    endMs: millis(8),
    failed: code === BigInt(STATUS_ERROR),
  }
}

const list = (value: unknown, name: string): Record<string, unknown>[] => {
  const found = (value as Record<string, unknown>)[name] ?? []
  if (!Array.isArray(found) || found.some((item) => typeof item !== 'object' || item === null))
    throw new TypeError(`${name} is no list of messages`)
  return found as Record<string, unknown>[]
}

function fromJson(body: unknown, most: number): Raw[] {
  if (typeof body !== 'object' || body === null) throw new TypeError('no message')
  const scopes = list(body, 'resourceSpans').flatMap((resource) => list(resource, 'scopeSpans'))
  return scopes
    .flatMap((scope) => list(scope, 'spans'))
    .slice(0, most)
    .map((span) => ({
      traceId: typeof span.traceId === 'string' ? span.traceId.toLowerCase() : undefined,
      name: span.name,
      startMs: millisOf(span.startTimeUnixNano),
      endMs: millisOf(span.endTimeUnixNano),
      failed: isError((span.status as { code?: unknown } | undefined)?.code),
    }))
}

const isError = (code: unknown) => code === STATUS_ERROR || code === 'STATUS_CODE_ERROR'

/** 64-bit numbers are written as text, by some as numbers. */
function millisOf(nanoseconds: unknown): number | undefined {
  if (typeof nanoseconds === 'number') return Math.floor(nanoseconds / Number(NANOSECONDS))
  if (typeof nanoseconds !== 'string' || !/^\d{1,20}$/.test(nanoseconds)) return undefined
  return Number(BigInt(nanoseconds) / NANOSECONDS)
}
