import type { HexSource } from '../lib/hex-source.ts'

export interface Trace {
  traceId: string
  /** The header for the next hop. */
  traceparent: string
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Continues the caller's trace with a step of our own, or begins one. */
export function continueTrace(incoming: string | undefined, hex: HexSource): Trace {
  const span = hex(8)
  if (incoming !== undefined) {
    const [, version, traceId, parent, flags] = TRACEPARENT.exec(incoming) ?? []
    const valid =
      version !== undefined && version !== 'ff' && !/^0+$/.test(traceId ?? '0') && !/^0+$/.test(parent ?? '0')
    if (valid) return { traceId: traceId ?? '', traceparent: `00-${traceId}-${span}-${flags}` }
  }
  const fresh = hex(16)
  return { traceId: fresh, traceparent: `00-${fresh}-${span}-01` }
}
