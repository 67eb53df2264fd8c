import { moveRelease } from '../../domain/release/release.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { lockRelease, type Release, setListingReleases, updateRelease } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Makes a release the LIVE one of its listing and the former one SUPERSEDED, inside the caller's transaction: when its
 * deployment has become healthy (`go-live`), or when the publisher returns to it (`roll-back`).
 */
export async function makeReleaseLive(
  platform: Pick<Platform, 'clock' | 'changes'>,
  trx: Trx,
  release: Pick<Release, 'id' | 'listingId'>,
  move: 'go-live' | 'roll-back',
): Promise<Release> {
  const now = platform.clock.now()
  const listing = await lockListing(trx, release.listingId)
  const target = await lockRelease(trx, release.id)
  if (listing === undefined || target === undefined) throw new Error(`release ${release.id} or its listing is gone`)
  const state = moveRelease(target.version, target.state, move)
  const former = listing.currentReleaseId === null ? undefined : await lockRelease(trx, listing.currentReleaseId)
  if (former !== undefined && former.state === 'LIVE') {
    await updateRelease(trx, former.id, { state: moveRelease(former.version, former.state, 'supersede') })
    await platform.changes.publish(trx, 'release', former.id)
  }
  await updateRelease(trx, target.id, { state, liveAt: now })
  // Whoever returns to a promoted release wants customers to follow it as well.
  const followed = move === 'roll-back' && target.promotedAt !== null ? { promotedReleaseId: target.id } : {}
  await setListingReleases(trx, listing.id, { currentReleaseId: target.id, ...followed })
  await platform.changes.publish(trx, 'release', target.id)
  await platform.changes.publish(trx, 'listing', listing.id)
  return { ...target, state, liveAt: now }
}
