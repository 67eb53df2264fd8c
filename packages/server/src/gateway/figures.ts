import { Counter, Histogram, type Registry } from 'prom-client'
import type { CallRecorder } from './call-recorder.ts'

/** Counts calls by kind and outcome on their way to being recorded. Routes are not a label: there may be a hundred thousand. */
export function gatewayFigures(registry: Registry, calls: CallRecorder): CallRecorder {
  const total = new Counter({
    name: 'mkt_gateway_calls_total',
    help: 'Calls carried to applications',
    labelNames: ['kind', 'outcome', 'app'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'mkt_gateway_call_seconds',
    help: 'Time from the first byte of a call to the last of its answer',
    labelNames: ['kind'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 10, 30],
    registers: [registry],
  })
  return {
    record(call) {
      total.inc({ kind: call.kind, outcome: call.code ?? `${Math.floor(call.status / 100)}xx`, app: call.listingId })
      seconds.observe({ kind: call.kind }, call.durationMs / 1000)
      calls.record(call)
    },
    get dropped() {
      return calls.dropped
    },
    drain: () => calls.drain(),
  }
}
