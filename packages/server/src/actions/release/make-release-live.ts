import { moveRelease } from '../../domain/release/release.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { lockRelease, type Release, setListingReleases, updateRelease } from '../../store/release/releases.ts'
import type { Published, Unit } from '../platform/unit.ts'

/**
 * Makes a release the LIVE one of its listing and the former one SUPERSEDED, as part of a larger change: when its
 * deployment has become healthy (`go-live`), or when the publisher returns to it (`roll-back`).
 */
export async function makeReleaseLive(
  unit: Unit,
  release: Pick<Release, 'id' | 'listingId'>,
  move: 'go-live' | 'roll-back',
): Promise<Published<Release>> {
  const { trx, now } = unit
  const listing = await lockListing(trx, release.listingId)
  const target = await lockRelease(trx, release.id)
  if (listing === undefined || target === undefined) throw new Error(`release ${release.id} or its listing is gone`)
  const state = moveRelease(target.version, target.state, move)
  const former = listing.currentReleaseId === null ? undefined : await lockRelease(trx, listing.currentReleaseId)
  if (former !== undefined && former.state === 'LIVE') {
    await updateRelease(trx, former.id, { state: moveRelease(former.version, former.state, 'supersede') })
    unit.changed('release', former.id)
  }
  await updateRelease(trx, target.id, { state, liveAt: now })
  // Customers follow the return to a promoted release as well.
  const followed = move === 'roll-back' && target.promotedAt !== null ? { promotedReleaseId: target.id } : {}
  await setListingReleases(trx, listing.id, { currentReleaseId: target.id, ...followed })
  unit.changed('release', target.id)
  return unit.changed('listing', listing.id).with({ ...target, state, liveAt: now })
}
