import { Failure } from '@mkt/contract/errors'
import { listingFacts } from '@mkt/contract/states'
import { moveRelease } from '../../domain/release/release.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { releasesInsteadOf, usesOfRelease } from '../../store/release/release-uses.ts'
import { lockRelease, type Release, setListingReleases, updateRelease } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'

/**
 * Takes back a release that nobody runs: its version is free again and counts no more. Where it was LIVE or followed,
 * the one before it is so again.
 */
export function withdrawRelease(
  platform: Changing,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    const listing = await holdListing(trx, release.listingId)
    const target = await lockRelease(trx, release.id)
    if (target === undefined) throw new Failure('not_found', 'There is no such release.')
    const state = moveRelease(target.version, target.state, 'withdraw')
    await refuseUsed(unit, target)
    await updateRelease(trx, target.id, { state, rollbackState: null, rollbackFailure: null })
    await replace(unit, listing, target)
    unit.changed('listing', listing.id)
    const { id, organizationId, listingName, version } = target
    const details = { listing: listingName, version }
    return unit.record('release.withdraw', { organizationId, id, details }).with({ ...target, state })
  })
}

async function refuseUsed(unit: Unit, release: Release): Promise<void> {
  const { installations, review, promotion } = await usesOfRelease(unit.trx, release.id)
  const name = `${release.listingName} ${release.version}`
  if (installations > 0) {
    const who = installations === 1 ? 'One installation runs it' : `${installations} installations run it`
    throw new Failure(
      'illegal_move',
      `${name} cannot be withdrawn: ${who}. Upgrade or uninstall first, or roll back to another release.`,
    )
  }
  if (promotion)
    throw new Failure('illegal_move', `${name} cannot be withdrawn while it is promoted in waves. Stop that first.`)
  if (review)
    throw new Failure(
      'illegal_move',
      `${name} cannot be withdrawn while its review is open. Withdraw the review first.`,
    )
}

async function replace(unit: Unit, listing: Listing, withdrawn: Release): Promise<void> {
  const wasLive = listing.currentReleaseId === withdrawn.id
  const wasFollowed = listing.promotedReleaseId === withdrawn.id
  if (!wasLive && !wasFollowed) return
  const { live, promoted } = await releasesInsteadOf(unit.trx, withdrawn)
  if (wasFollowed && promoted === undefined && listingFacts(listing.state).shown)
    throw new Failure(
      'illegal_move',
      `${withdrawn.listingName} ${withdrawn.version} is the only promoted release of a public listing. Promote another one first.`,
    )
  if (wasLive && live?.state === 'SUPERSEDED') {
    await updateRelease(unit.trx, live.id, { state: moveRelease(live.version, live.state, 'roll-back') })
    unit.changed('release', live.id)
  }
  await setListingReleases(unit.trx, listing.id, {
    ...(wasLive ? { currentReleaseId: live?.id ?? null } : {}),
    ...(wasFollowed ? { promotedReleaseId: promoted?.id ?? null } : {}),
  })
}
