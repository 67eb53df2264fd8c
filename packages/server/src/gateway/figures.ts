import { Counter, type Registry } from 'prom-client'
import { createQuickHistogram } from '../lib/quick-histogram.ts'
import type { CallRecorder } from './call-recorder.ts'

interface Tally {
  labels: { kind: string; outcome: string; app: string }
  count: number
}

const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Counts calls by kind and outcome on their way to being recorded. Routes are not a label: there may be a hundred thousand. */
export function gatewayFigures(registry: Registry, calls: CallRecorder): CallRecorder {
  // Looking up a counter by its labels costs more than counting: that is done when the figures are asked for.
  const tallies = new Map<string, Tally>()
  new Counter({
    name: 'mkt_gateway_calls_total',
    help: 'Calls carried to applications',
    labelNames: ['kind', 'outcome', 'app'],
    registers: [registry],
    collect() {
      for (const tally of tallies.values()) {
        if (tally.count > 0) this.inc(tally.labels, tally.count)
        tally.count = 0
      }
    },
  })
  const seconds = createQuickHistogram(registry, {
    name: 'mkt_gateway_call_seconds',
    help: 'Time from the first byte of a call to the last of its answer',
    label: 'kind',
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 10, 30],
  })

  function tallyOf(kind: string, outcome: string, app: string): Tally {
    const name = `${kind} ${outcome} ${app}`
    const known = tallies.get(name)
    if (known !== undefined) return known
    const tally = { labels: { kind, outcome, app }, count: 0 }
    tallies.set(name, tally)
    return tally
  }

  return {
    record(call) {
      tallyOf(call.kind, call.code ?? CLASSES[Math.floor(call.status / 100)] ?? '', call.listingId).count += 1
      seconds.observe(call.kind, call.durationMs / 1000)
      calls.record(call)
    },
    get dropped() {
      return calls.dropped
    },
    drain: () => calls.drain(),
  }
}
