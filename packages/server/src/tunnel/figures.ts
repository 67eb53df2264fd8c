import type { Registry } from 'prom-client'
import { figure } from '../domain/platform/figures.ts'
import { createQuickHistogram } from '../lib/figures/quick-histogram.ts'
import { showFigure } from '../lib/figures/show-figure.ts'
import { createTally } from '../lib/figures/tally.ts'

export interface TunnelFigures {
  /** A machine connected, or was not let in: its ticket is not good, or there is no room. */
  opening(outcome: 'opened' | 'refused' | 'full'): void
  /** A request for a machine is over; the status is that of the machine, or why it gave none. */
  request(outcome: number | Unanswered, startedAt: number): void
}

export type Unanswered = 'not_connected' | 'too_many' | 'no_answer'

/** Counts tunnels and what goes through them. Neither installations nor people are labels. */
export function tunnelFigures(metrics: Registry, held: () => number): TunnelFigures {
  showFigure(metrics, figure('mkt_tunnels'), held)
  const openings = createTally(metrics, figure('mkt_tunnel_openings_total'))
  const seconds = createQuickHistogram(metrics, figure('mkt_tunnel_request_seconds'))
  return {
    opening: (outcome) => openings.add([outcome]),
    request(outcome, startedAt) {
      const label = typeof outcome === 'number' ? `${Math.floor(outcome / 100)}xx` : outcome
      seconds.observe(label, (performance.now() - startedAt) / 1000)
    },
  }
}
