import { callSpan } from '../../domain/platform/spans.ts'
import type { SpanSink } from '../../lib/otlp/span.ts'
import type { CallRecorder } from './call-recorder.ts'

/** Exports calls as spans before they are recorded. */
export function tracedCalls(spans: SpanSink | undefined, recorder: CallRecorder): CallRecorder {
  if (spans === undefined) return recorder
  return {
    record(call) {
      if (call.trace !== undefined && isWanted(spans, call.trace.traceId, call))
        spans.add(callSpan(call.trace, call), true)
      recorder.record(call)
    },
    get dropped() {
      return recorder.dropped
    },
    drain: () => recorder.drain(),
  }
}

/** Most spans are not exported on a busy gateway, so they are not made either. */
function isWanted(
  spans: SpanSink,
  traceId: string,
  { at, durationMs, code, status }: Parameters<CallRecorder['record']>[0],
): boolean {
  const endMs = at.getTime()
  const error = code ?? (status >= 500 ? String(status) : null)
  return spans.wants?.({ traceId, error, startMs: endMs - durationMs, endMs }) ?? true
}
