import { asksMore } from '@mkt/manifest'
import { lockListing } from '../../store/listing/listings.ts'
import { lockRelease, type Release, releasesAfter, updateRelease } from '../../store/release/releases.ts'
import type { Published, Unit } from '../platform/unit.ts'

/**
 * Approves a release as part of a larger change, and with it the later ones that ask for nothing more: they only
 * waited for this one.
 */
export async function approveRelease(unit: Unit, release: Pick<Release, 'id' | 'listingId'>): Promise<Published> {
  const { trx, now } = unit
  const listing = await lockListing(trx, release.listingId)
  const approved = await lockRelease(trx, release.id)
  if (listing === undefined || approved === undefined) throw new Error(`release ${release.id} or its listing is gone`)
  await updateRelease(trx, release.id, { approvedAt: now })
  for (const later of await releasesAfter(trx, release.listingId, release.id)) {
    if (later.approved || asksMore(approved.manifest, later.manifest, listing.variant).length > 0) continue
    await updateRelease(trx, later.id, { approvedAt: now })
    unit.changed('release', later.id)
  }
  return unit.changed('release', release.id)
}
