import { refuseDeploy } from '../../domain/listing/listing.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Release } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'
import { makeReleaseLive } from './make-release-live.ts'

/** Returns to a release that was LIVE before; customers follow too if it was promoted. */
export function rollbackRelease(
  platform: Platform,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return transaction(platform.db, async (trx) => {
    const listing = await holdListing(trx, release.listingId)
    refuseDeploy(listing)
    const live = await makeReleaseLive(platform, trx, release, 'roll-back')
    await recordAudit(platform, trx, origin, {
      organizationId: live.organizationId,
      action: 'release.rollback',
      subject: { kind: 'release', id: live.id },
      details: { listing: live.listingName, version: live.version, from: listing.currentReleaseId },
    })
    return live
  })
}
