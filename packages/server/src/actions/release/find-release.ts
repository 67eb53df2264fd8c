import { Failure } from '@mkt/contract/errors'
import { hasBeenLive } from '../../domain/release/release.ts'
import type { Db } from '../../store/database/database.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'

/**
 * The release an organization may launch or take: the publisher any that has been live, others only promoted ones.
 * What may not be taken is answered as if it did not exist.
 */
export async function findUsableRelease(
  db: Db,
  listing: { id: string; organizationId: string },
  organizationId: string,
  releaseId: string,
): Promise<Release> {
  const release = await releaseById(db, releaseId)
  const own = listing.organizationId === organizationId
  const usable = release && release.listingId === listing.id && hasBeenLive(release.state)
  if (!usable || !(own || release.promotedAt !== null)) {
    throw new Failure(
      'not_found',
      'There is no such release of this app that you may run. Choose one from its releases.',
    )
  }
  return release
}
