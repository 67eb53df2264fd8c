import { Failure } from '@mkt/contract/errors'
import type { Listing } from '../store/listings.ts'
import { newestApprovedRelease } from '../store/releases.ts'
import { carryOutMove } from './move-listing.ts'
import type { Platform } from './platform.ts'
import { promoteInside } from './promote-release.ts'
import type { Origin } from './record-audit.ts'

/** Shows a verified listing to everyone. What everyone launches is the promoted release: the newest approved one if none is. */
export function makeListingPublic(platform: Platform, id: string, origin: Origin): Promise<Listing> {
  return carryOutMove(platform, { id, move: 'make-public' }, origin, async (trx, listing) => {
    if (listing.promotedReleaseId !== null) return
    const release = await newestApprovedRelease(trx, listing.id)
    if (release === undefined)
      throw new Failure(
        'release_not_approved',
        `${listing.name} has no approved release to show. Ask for a review first.`,
      )
    await promoteInside(platform, trx, release.id, origin)
  })
}
