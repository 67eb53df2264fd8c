import { Failure } from '@mkt/contract/errors'
import { refuseDeploy } from '../../domain/listing/listing.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import { lockRelease, type Release, setListingReleases, updateRelease } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Gives an approved release to customers: those who follow take it, new ones launch it. */
export function promoteRelease(
  platform: Platform,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return transaction(platform.db, async (trx) => {
    const listing = await holdListing(trx, release.listingId)
    refuseDeploy(listing)
    return promoteInside(platform, trx, release.id, origin)
  })
}

/** The same inside the caller's transaction, which has locked the listing and decided that it may be done now. */
export async function promoteInside(platform: Platform, trx: Trx, id: string, origin: Origin): Promise<Release> {
  const release = await lockRelease(trx, id)
  if (release === undefined) throw new Failure('not_found', 'There is no such release.')
  const name = `${release.listingName} ${release.version}`
  if (!release.approved)
    throw new Failure(
      'release_not_approved',
      `${name} is not approved. Ask for a review; once a moderator approves it, promote it.`,
    )
  if (!hasBeenLive(release.state))
    throw new Failure(
      'release_not_ready',
      `${name} is ${release.state}. Only a release that has been LIVE is promoted.`,
    )
  const promotedAt = platform.clock.now()
  await updateRelease(trx, id, { promotedAt })
  await setListingReleases(trx, release.listingId, { promotedReleaseId: id })
  await recordAudit(platform, trx, origin, {
    organizationId: release.organizationId,
    action: 'release.promote',
    subject: { kind: 'release', id },
    details: { listing: release.listingName, version: release.version },
  })
  await platform.changes.publish(trx, 'release', id)
  await platform.changes.publish(trx, 'listing', release.listingId)
  return { ...release, promotedAt }
}
