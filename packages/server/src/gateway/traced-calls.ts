import { callSpan } from '../domain/platform/spans.ts'
import type { SpanSink } from '../lib/otlp/span.ts'
import type { CallRecorder } from './call-recorder.ts'

/** Exports calls as spans on their way to being recorded. */
export function tracedCalls(spans: SpanSink | undefined, recorder: CallRecorder): CallRecorder {
  if (spans === undefined) return recorder
  return {
    record(call) {
      if (call.trace !== undefined) spans.add(callSpan(call.trace, call))
      recorder.record(call)
    },
    get dropped() {
      return recorder.dropped
    },
    drain: () => recorder.drain(),
  }
}
