import type { HexSource } from '../../lib/hex-source.ts'

export interface Trace {
  traceId: string
  /** Our own step, and the caller's before it. */
  spanId: string
  parentSpanId: string | null
  /** The header for the next hop. */
  traceparent: string
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Continues the caller's trace with a step of our own, or begins one. */
export function continueTrace(incoming: string | undefined, hex: HexSource): Trace {
  const spanId = hex(8)
  const parts = incoming === undefined ? undefined : readTrace(incoming)
  if (parts) {
    const { traceId, parentSpanId, flags } = parts
    return { traceId, spanId, parentSpanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
  }
  const traceId = hex(16)
  return { traceId, spanId, parentSpanId: null, traceparent: `00-${traceId}-${spanId}-01` }
}

/** The trace that a request belongs to, where it says so in the right form. */
export function traceIdOf(incoming: string | string[] | undefined): string | undefined {
  return typeof incoming === 'string' ? readTrace(incoming)?.traceId : undefined
}

function readTrace(incoming: string): { traceId: string; parentSpanId: string; flags: string } | undefined {
  const [, version, traceId, parentSpanId, flags] = TRACEPARENT.exec(incoming) ?? []
  if (traceId === undefined || parentSpanId === undefined || flags === undefined || version === 'ff') return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentSpanId)) return undefined
  return { traceId, parentSpanId, flags }
}
