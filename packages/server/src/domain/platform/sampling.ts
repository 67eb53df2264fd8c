import type { Span } from '../../lib/otlp/span.ts'

/** Steps that take as long as this are always exported. */
const SLOW_MS = 1_000
/** Ordinary steps that a process exports in a second: more of them say nothing new, and would cost what they measure. */
const MAX_PER_SECOND = 100
const ALL = 2 ** 32

export type SampledStep = Pick<Span, 'traceId' | 'error' | 'startMs' | 'endMs'>

/**
 * Failures and slow ones are kept always, of the others this share of traces. A busy process lowers its share to its bound. Which traces are
 * kept follows from their ids, so those of a process with a lower share are among those of every other.
 */
export function createSampling(share: number, mostPerSecond = MAX_PER_SECOND): (step: SampledStep) => boolean {
  let second = 0
  let seen = 0
  let kept = 0
  let lowered = share
  return ({ traceId, error, startMs, endMs }) => {
    if (error !== null || endMs - startMs >= SLOW_MS) return true
    const place = Number.parseInt(traceId.slice(-8), 16) / ALL
    if (place >= share) return false
    const now = Math.floor(endMs / 1000)
    if (now !== second) {
      lowered = seen > mostPerSecond ? (share * mostPerSecond) / seen : share
      second = now
      seen = 0
      kept = 0
    }
    seen += 1
    // Twice the bound: a process that was quiet until now does not know its rate yet.
    if (place >= lowered || kept >= 2 * mostPerSecond) return false
    kept += 1
    return true
  }
}
