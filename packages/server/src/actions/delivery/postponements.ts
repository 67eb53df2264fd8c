import { type Batcher, createBatcher } from '../../lib/schedule/batcher.ts'
import type { Pool } from '../../store/database/pool.ts'
import { type ClaimedDelivery, type Postponement, postponeDeliveries } from '../../store/delivery/claims.ts'
import type { DeliveryParts } from './delivery-parts.ts'

/** Gathers deliveries that found no instance: all that wait for an application that ends again and again are one statement, not one each. */
export function createPostponements(pool: Pool): Batcher<Postponement, void> {
  return createBatcher({
    maxItems: 200,
    maxBytes: 200,
    sizeOf: () => 1,
    parallel: 1,
    // They are due much later than this.
    gatherMs: 20,
    async write(held) {
      await postponeDeliveries(pool, held)
      return held.map(() => undefined)
    },
  })
}

/** Lets a claimed delivery wait, unless somebody changed it meanwhile. */
export function postpone(
  { postponements }: Pick<DeliveryParts, 'postponements'>,
  { id, version }: Pick<ClaimedDelivery, 'id' | 'version'>,
  delayMs: number,
): Promise<void> {
  return postponements.add({ id, version, delayMs })
}
