import { type Batcher, createBatcher } from '../../lib/schedule/batcher.ts'
import type { Pool } from '../../store/database/pool.ts'
import { type Settlement, settleDeliveries } from '../../store/delivery/settles.ts'

/** Gathers outcomes of attempts, so that many are kept in one commit. */
export function createSettlements(pool: Pool): Batcher<Settlement, boolean> {
  return createBatcher({
    maxItems: 200,
    maxBytes: 4_000_000,
    parallel: 2,
    // Nobody waits for it but the next claim; a fuller batch costs less for each.
    gatherMs: 20,
    sizeOf: (one) => one.attempt.sealedAnswer?.length ?? 0,
    write: (all) => settleDeliveries(pool, all),
  })
}
