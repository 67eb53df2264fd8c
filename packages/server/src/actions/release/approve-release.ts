import { asksMore } from '@mkt/manifest'
import type { Trx } from '../../store/database/transaction.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { lockRelease, type Release, releasesAfter, updateRelease } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Approves a release inside the caller's transaction, and with it the later ones that ask for nothing more: they only
 * waited for this one.
 */
export async function approveRelease(
  platform: Pick<Platform, 'clock' | 'changes'>,
  trx: Trx,
  release: Pick<Release, 'id' | 'listingId'>,
): Promise<void> {
  const now = platform.clock.now()
  const listing = await lockListing(trx, release.listingId)
  const approved = await lockRelease(trx, release.id)
  if (listing === undefined || approved === undefined) throw new Error(`release ${release.id} or its listing is gone`)
  await updateRelease(trx, release.id, { approvedAt: now })
  await platform.changes.publish(trx, 'release', release.id)
  for (const later of await releasesAfter(trx, release.listingId, release.id)) {
    if (later.approved || asksMore(approved.manifest, later.manifest, listing.variant).length > 0) continue
    await updateRelease(trx, later.id, { approvedAt: now })
    await platform.changes.publish(trx, 'release', later.id)
  }
}
