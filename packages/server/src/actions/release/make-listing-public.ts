import { Failure } from '@mkt/contract/errors'
import type { Listing } from '../../store/listing/listings.ts'
import { newestApprovedRelease } from '../../store/release/releases.ts'
import { carryOutMove } from '../listing/move-listing.ts'
import type { Changing } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { promoteInside } from './promote-release.ts'

/** Shows a verified listing to everyone. What everyone launches is the promoted release: the newest approved one if none is. */
export function makeListingPublic(platform: Changing, id: string, origin: Origin): Promise<Listing> {
  return carryOutMove(platform, { id, move: 'make-public' }, origin, async (unit, listing) => {
    if (listing.promotedReleaseId !== null) return
    const release = await newestApprovedRelease(unit.trx, listing.id)
    if (release === undefined)
      throw new Failure(
        'release_not_approved',
        `${listing.name} has no approved release to show. Ask for a review first.`,
      )
    await promoteInside(unit, release.id)
  })
}
