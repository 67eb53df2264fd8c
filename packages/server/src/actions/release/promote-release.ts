import { Failure } from '@mkt/contract/errors'
import { refuseDeploy } from '../../domain/listing/listing.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import { isPromotionRunning } from '../../store/release/release-uses.ts'
import { lockRelease, type Release, setListingReleases, updateRelease } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Recorded, Unit } from '../platform/unit.ts'

/** Gives an approved release to customers: those who follow take it, new ones launch it. */
export function promoteRelease(
  platform: Changing,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return change(platform, origin, async (unit) => {
    refuseDeploy(await holdListing(unit.trx, release.listingId))
    await refuseRunning(unit, release.listingId)
    return promoteInside(unit, release.id)
  })
}

/** The same as part of a larger change, which has locked the listing and decided that it may be done now. */
export async function promoteInside(unit: Unit, id: string): Promise<Recorded<Release>> {
  const { trx, now: promotedAt } = unit
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
  await updateRelease(trx, id, { promotedAt })
  await setListingReleases(trx, release.listingId, { promotedReleaseId: id })
  unit.changed('listing', release.listingId)
  const { organizationId, listingName, version } = release
  const details = { listing: listingName, version }
  return unit.record('release.promote', { organizationId, id, details }).with({ ...release, promotedAt })
}

/** Another release is not promoted while waves run: both would claim the same installations. Call it with the listing locked. */
export async function refuseRunning({ trx }: Unit, listingId: string): Promise<void> {
  if (await isPromotionRunning(trx, listingId))
    throw new Failure('promotion_running', 'Another release is being promoted in waves. Stop that promotion first.')
}
