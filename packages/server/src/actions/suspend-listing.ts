import { moved } from '../domain/installation.ts'
import { listInstallations } from '../store/installations.ts'
import type { Listing } from '../store/listings.ts'
import type { Trx } from '../store/transaction.ts'
import { moveInstallation } from './move-installation.ts'
import { carryOutMove } from './move-listing.ts'
import { notify } from './notify.ts'
import type { Platform } from './platform.ts'
import type { Origin } from './record-audit.ts'

const BATCH = 200

/** Stops every installation that can be stopped; one that moved in the meantime is left to its owner. */
async function stopAll(platform: Platform, listingId: string, origin: Origin): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows = await listInstallations(platform.db, { listingId }, { limit: BATCH, after })
    for (const row of rows.slice(0, BATCH)) {
      if (moved(row.state, 'stop') === undefined) continue
      await moveInstallation(platform, row.id, 'stop', origin).catch((error: unknown) =>
        platform.log.warn(
          { installation: row.id, error: (error as Error).message },
          'an installation of a suspended listing was not stopped',
        ),
      )
    }
    if (rows.length <= BATCH) return
    after = rows[BATCH - 1]?.id ?? null
  }
}

/** Suspends a listing: no new launches, no releases. What runs goes on, unless the moderator asks to stop it all. */
export async function suspendListing(
  platform: Platform,
  input: { id: string; reason: string; stopInstallations: boolean },
  origin: Origin,
): Promise<Listing> {
  const listing = await carryOutMove(
    platform,
    { id: input.id, move: 'suspend', reason: input.reason },
    origin,
    async (trx, row) => {
      await notify(
        platform,
        trx as Trx,
        { organizationId: row.organizationId, roles: ['owner', 'admin', 'developer'] },
        {
          kind: 'listing.suspended',
          title: `${row.name} is suspended`,
          text: `A moderator suspended ${row.name}: ${input.reason}`,
          link: `/publish/${row.id}`,
        },
      )
    },
  )
  if (input.stopInstallations) await stopAll(platform, listing.id, origin)
  return listing
}
