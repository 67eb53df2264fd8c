import { Counter, type Registry } from 'prom-client'
import type { Batcher } from '../lib/batcher.ts'
import type { Settlement } from '../store/delivery/settles.ts'

/** Counts attempts by what came of them, on their way to being kept. */
export function deliveryFigures(
  registry: Registry,
  settlements: Batcher<Settlement, boolean>,
): Batcher<Settlement, boolean> {
  const attempts = new Counter({
    name: 'mkt_delivery_attempts_total',
    help: 'Attempts to deliver an event',
    labelNames: ['outcome', 'state'],
    registers: [registry],
  })
  return {
    add(settlement) {
      const { status, error } = settlement.attempt
      const outcome = status === null ? (error?.split(':')[0] ?? 'none') : `${Math.floor(status / 100)}xx`
      attempts.inc({ outcome, state: settlement.state })
      return settlements.add(settlement)
    },
    get size() {
      return settlements.size
    },
    drain: () => settlements.drain(),
  }
}
