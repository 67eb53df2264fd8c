import type { Span } from './span.ts'

/** Attributes of the process that exports: `service.name` and what the operator added. */
export type Resource = Readonly<Record<string, string>>

/** Numbers of the protocol (`opentelemetry/proto/trace/v1/trace.proto`). */
const kinds = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

/** The body of an export request, in the JSON form of the protocol: ids in hexadecimal, 64-bit numbers as text. */
export function traceRequest(spans: readonly Span[], resource: Resource, version: string): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'mkt', version }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributesOf(span.attributes),
    ...(span.error === null ? {} : { status: { code: STATUS_ERROR, message: span.error } }),
  }
}

export function nanoseconds(milliseconds: number): string {
  return (BigInt(Math.round(milliseconds * 1000)) * 1000n).toString()
}

export function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: string | number | boolean | null) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { stringValue: value ?? '' }
}
