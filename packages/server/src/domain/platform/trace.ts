import type { HexSource } from '../../lib/hex-source.ts'

export interface Trace {
  traceId: string
  /** The header for the next hop. */
  traceparent: string
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Continues the caller's trace with a step of our own, or begins one. */
export function continueTrace(incoming: string | undefined, hex: HexSource): Trace {
  const span = hex(8)
  const parts = incoming === undefined ? undefined : readTrace(incoming)
  if (parts) return { traceId: parts.traceId, traceparent: `00-${parts.traceId}-${span}-${parts.flags}` }
  const fresh = hex(16)
  return { traceId: fresh, traceparent: `00-${fresh}-${span}-01` }
}

/** The trace that a request belongs to, where it says so in the right form. */
export function traceIdOf(incoming: string | string[] | undefined): string | undefined {
  return typeof incoming === 'string' ? readTrace(incoming)?.traceId : undefined
}

function readTrace(incoming: string): { traceId: string; flags: string } | undefined {
  const [, version, traceId, parent, flags] = TRACEPARENT.exec(incoming) ?? []
  if (traceId === undefined || flags === undefined || version === 'ff') return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parent ?? '0')) return undefined
  return { traceId, flags }
}
