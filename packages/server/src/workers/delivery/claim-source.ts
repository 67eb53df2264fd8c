import { briefly, type Log } from '../../lib/log.ts'
import type { Pool } from '../../store/database/pool.ts'
import { claimDeliveries, claimOldest } from '../../store/delivery/claims.ts'
import { tellHolders } from '../../store/delivery/route-leases.ts'
import type { ClaimSource } from './delivery-claims.ts'

/** Reads waiting deliveries, and tells other workers of events that only this process knows of. */
export interface ToldClaimSource extends ClaimSource {
  /** An event of this installation was accepted by this process. */
  accepted(installationId: string): void
}

export function createClaimSource(pool: Pool, log: Log): ToldClaimSource {
  const acceptedHere = new Set<string>()
  return {
    accepted: (installationId) => void acceptedHere.add(installationId),
    due(picks, exceptIds) {
      for (const { installationId } of picks) acceptedHere.delete(installationId)
      return claimDeliveries(pool, picks, exceptIds)
    },
    oldest: (installationId, exceptPaths, exceptIds) => claimOldest(pool, { installationId, exceptPaths }, exceptIds),
    heldElsewhere(installationIds) {
      const unheard = installationIds.filter((id) => acceptedHere.delete(id))
      if (unheard.length === 0) return
      tellHolders(pool, unheard).catch((error: Error) =>
        log.warn(briefly(error), 'Workers were not told of events; their next scan finds them'),
      )
    },
  }
}
