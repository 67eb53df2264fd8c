import { moved } from '../domain/installation.ts'
import { type Installation, listInstallations } from '../store/installations.ts'
import type { Listing } from '../store/listings.ts'
import { type Trx, transaction } from '../store/transaction.ts'
import { moveInstallation } from './move-installation.ts'
import { carryOutMove } from './move-listing.ts'
import { notify } from './notify.ts'
import type { Platform } from './platform.ts'
import type { Origin } from './record-audit.ts'

const BATCH = 200

/** Stops one installation and tells those who run it why; they did not ask for it. */
async function stopOne(platform: Platform, row: Installation, reason: string, origin: Origin): Promise<void> {
  await moveInstallation(platform, row.id, 'stop', origin)
  await transaction(platform.db, (trx) =>
    notify(
      platform,
      trx,
      { organizationId: row.organizationId, roles: row.test ? ['owner', 'admin', 'developer'] : ['owner', 'admin'] },
      {
        kind: 'installation.stopped',
        title: `${row.listingTitle} was stopped`,
        text: `A moderator suspended ${row.listingName} and stopped its installations: ${reason}`,
        link: `/manage/installations/${row.id}`,
      },
    ),
  )
}

/** Stops every installation that can be stopped; one that moved in the meantime is left to its owner. */
async function stopAll(platform: Platform, listingId: string, reason: string, origin: Origin): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows = await listInstallations(platform.db, { listingId }, { limit: BATCH, after })
    for (const row of rows.slice(0, BATCH)) {
      if (moved(row.state, 'stop') === undefined) continue
      await stopOne(platform, row, reason, origin).catch((error: unknown) =>
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
  if (input.stopInstallations) await stopAll(platform, listing.id, input.reason, origin)
  return listing
}
