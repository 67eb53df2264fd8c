import { limits } from '@mkt/contract/limits'
import type { SpanRecorder } from '../actions/trace/span-recorder.ts'
import { continueTrace } from '../domain/platform/trace.ts'
import { stateReadSpan } from '../domain/platform/work-spans.ts'
import type { Clock } from '../lib/clock.ts'
import type { HexSource } from '../lib/hex-source.ts'
import type { SpanSink } from '../lib/otlp/span.ts'
import { createRateLimiter } from '../lib/sharing/rate-limiter.ts'

export interface TracedReads {
  /** A read that was answered, with the `traceparent` that came with it. */
  answered(traceparent: string, installationId: string, began: Date): void
  refused(traceparent: string, code: string, status: number): void
}

const INSTALLATIONS = 100_000

/**
 * Makes steps of the reads that name their trace. Others cost nothing; of one installation a limited number a minute is recorded, so that an
 * application that reads much costs no more than its share.
 */
export function createTracedReads(parts: {
  clock: Clock
  hex: HexSource
  recorder: Pick<SpanRecorder, 'addRead'>
  spans?: SpanSink | undefined
}): TracedReads {
  const { clock, hex, recorder, spans } = parts
  const bound = { max: limits.tracedReads.value, windowMs: 60_000 }
  const rates = createRateLimiter({ ...bound, keys: INSTALLATIONS })
  // A refused caller is unknown, so all of them have one share.
  const refusals = createRateLimiter({ ...bound, keys: 1 })
  return {
    answered(traceparent, installationId, began) {
      if (!rates.take(installationId, began).allowed) return
      const trace = continueTrace(traceparent, hex)
      // An invalid trace starts a new one that nobody follows.
      if (trace.parentSpanId === null) return
      const [startMs, endMs] = [began.getTime(), clock.now().getTime()]
      recorder.addRead({ installationId, traceId: trace.traceId, at: began, durationMs: endMs - startMs })
      spans?.add(stateReadSpan(trace, { startMs, endMs, installationId, status: 200, code: null }))
    },
    refused(traceparent, code, status) {
      if (spans === undefined || !refusals.take('all', clock.now()).allowed) return
      const trace = continueTrace(traceparent, hex)
      const at = clock.now().getTime()
      if (trace.parentSpanId !== null)
        spans.add(stateReadSpan(trace, { startMs: at, endMs: at, installationId: null, status, code }))
    },
  }
}
