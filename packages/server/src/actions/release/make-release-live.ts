import { moveRelease, rollbackOf } from '../../domain/release/release.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { wasGivenToAll } from '../../store/release/release-uses.ts'
import {
  dropRollbacks,
  lockRelease,
  type Release,
  setListingReleases,
  updateRelease,
} from '../../store/release/releases.ts'
import type { Published, Unit } from '../platform/unit.ts'

/**
 * Makes a release whose deployment is healthy the LIVE one of its listing and the former one SUPERSEDED, as part of a
 * larger change: after it was deployed (`go-live`), or because the publisher returns to it (`roll-back`).
 * Returns to other releases that were asked for before are dropped: the later request counts.
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
  const rollback = rollbackOf(target)
  const askedBack = rollback?.state === 'PENDING' ? rollback.askedAt : now
  const askedBefore = move === 'roll-back' ? askedBack : target.createdAt
  unit.changed('release', ...(await dropRollbacks(trx, listing.id, { than: target.id, askedBefore })))
  const asked = move === 'roll-back' ? { rollbackAt: askedBack } : {}
  const change = { state, liveAt: now, ...asked, rollbackState: null, rollbackFailure: null }
  await updateRelease(trx, target.id, change)
  // Customers follow a release that the publisher returns to, unless it was only given to some of them in waves.
  const follows = move === 'roll-back' && (await wasGivenToAll(trx, target.id))
  const followed = follows ? { promotedReleaseId: target.id } : {}
  await setListingReleases(trx, listing.id, { currentReleaseId: target.id, ...followed })
  unit.changed('release', target.id)
  return unit.changed('listing', listing.id).with({ ...target, ...change })
}
