import type { Registry } from 'prom-client'
import { figure } from '../../domain/platform/figures.ts'
import { attemptSpan } from '../../domain/platform/spans.ts'
import { createQuickHistogram } from '../../lib/figures/quick-histogram.ts'
import { createTally } from '../../lib/figures/tally.ts'
import type { SpanSink } from '../../lib/otlp/span.ts'
import type { Batcher } from '../../lib/schedule/batcher.ts'
import type { Settlement } from '../../store/delivery/settles.ts'

/** Counts attempts by what came of them and how long they took, and exports them as spans, on their way to being kept. */
export function deliveryFigures(
  registry: Registry,
  settlements: Batcher<Settlement, boolean>,
  spans?: SpanSink,
): Batcher<Settlement, boolean> {
  const attempts = createTally(registry, figure('mkt_delivery_attempts_total'))
  // Shown before the first one: Prometheus sees no increase in a series that begins with it.
  for (const outcome of ['3xx', '4xx', '5xx', 'refused', 'connect', 'timeout', 'broken'])
    attempts.add([outcome, 'DEAD'], 0)
  const seconds = createQuickHistogram(registry, figure('mkt_delivery_attempt_seconds'))
  return {
    add(settlement) {
      const { eventId, state, attempt } = settlement
      const { status, error, durationMs, trace } = attempt
      if (trace !== undefined) spans?.add(attemptSpan(trace, { ...attempt, eventId, state }))
      const outcome = status === null ? (error?.split(':')[0] ?? 'none') : `${Math.floor(status / 100)}xx`
      attempts.add([outcome, state])
      seconds.observe(state, durationMs / 1000)
      return settlements.add(settlement)
    },
    get size() {
      return settlements.size
    },
    drain: () => settlements.drain(),
  }
}
