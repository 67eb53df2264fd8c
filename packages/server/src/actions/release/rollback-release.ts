import { refuseDeploy } from '../../domain/listing/listing.ts'
import type { Release } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { makeReleaseLive } from './make-release-live.ts'

/** Returns to a release that was LIVE before; customers follow too if it was promoted. */
export function rollbackRelease(
  platform: Platform,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return change(platform, origin, async (unit) => {
    const listing = await holdListing(unit.trx, release.listingId)
    refuseDeploy(listing)
    const { result: live } = await makeReleaseLive(unit, release, 'roll-back')
    const { id, organizationId, listingName, version } = live
    const details = { listing: listingName, version, from: listing.currentReleaseId }
    return unit.record('release.rollback', { organizationId, id, details }).with(live)
  })
}
