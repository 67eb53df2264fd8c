import { declaredOf } from '../../domain/traffic/egress.ts'
import { shownHosts } from '../../domain/trust/observed-hosts.ts'
import { observedLines } from '../../domain/trust/observed-lines.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { releaseById } from '../../store/release/releases.ts'
import { observedHosts } from '../../store/trust/observations.ts'
import type { Platform } from '../platform/platform.ts'
import { observedSince } from './observed-since.ts'

/** Public observations about the release that customers launch: without hosts or figures of customers. */
export async function readObserved(platform: Pick<Platform, 'db' | 'clock'>, listing: Listing) {
  const releaseId = listing.promotedReleaseId ?? listing.currentReleaseId
  const release = releaseId === null ? undefined : await releaseById(platform.db, releaseId)
  if (release === undefined) return observedLines({ hosts: [], calls: null, fields: null })
  const rows = await observedHosts(
    platform.db,
    { listingId: listing.id, releaseId: release.id },
    observedSince(platform.clock.now()),
  )
  const hosts = shownHosts(rows, declaredOf(release.manifest, {}) ?? [], undefined)
  return observedLines({ hosts, calls: null, fields: null })
}
