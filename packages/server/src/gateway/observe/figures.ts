import type { Registry } from 'prom-client'
import { figure } from '../../domain/platform/figures.ts'
import { createBoundedNames } from '../../lib/figures/bounded-names.ts'
import { createQuickHistogram } from '../../lib/figures/quick-histogram.ts'
import { showFigure } from '../../lib/figures/show-figure.ts'
import type { CallRecorder } from './call-recorder.ts'

interface Tally {
  labels: { kind: string; outcome: string; app: string }
  value: number
}

const APPS = 200
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Counts calls by kind and outcome before they are recorded. Routes are not a label: there may be a hundred thousand. */
export function gatewayFigures(registry: Registry, calls: CallRecorder): CallRecorder {
  // Looking up a counter by its labels costs more than counting: that is done when the figures are asked for.
  const tallies = new Map<string, Map<string, Map<string, Tally>>>()
  const all: Tally[] = []
  showFigure(registry, figure('mkt_gateway_calls_total'), () => all)
  showFigure(registry, figure('mkt_gateway_records_dropped_total'), () => calls.dropped)
  const seconds = createQuickHistogram(registry, figure('mkt_gateway_call_seconds'))
  const bounded = createBoundedNames(APPS)

  function tallyOf(kind: string, outcome: string, app: string): Tally {
    // A key joined from all three would be built and hashed for each call.
    const known = tallies.get(app)?.get(kind)?.get(outcome)
    if (known !== undefined) return known
    const tally = { labels: { kind, outcome, app }, value: 0 }
    const ofApp = tallies.get(app) ?? new Map<string, Map<string, Tally>>()
    const ofKind = ofApp.get(kind) ?? new Map<string, Tally>()
    tallies.set(app, ofApp.set(kind, ofKind.set(outcome, tally)))
    all.push(tally)
    return tally
  }

  return {
    record(call) {
      tallyOf(call.kind, call.code ?? CLASSES[Math.floor(call.status / 100)] ?? '', bounded(call.listingId)).value += 1
      seconds.observe(call.kind, call.durationMs / 1000)
      calls.record(call)
    },
    get dropped() {
      return calls.dropped
    },
    drain: () => calls.drain(),
  }
}
