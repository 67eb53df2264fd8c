import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { refuseDeploy } from '../../domain/listing/listing.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import type { Gates } from '../../domain/trial/gates.ts'
import { newId } from '../../lib/ids.ts'
import { insertPromotion } from '../../store/promotion/promotions.ts'
import { lockRelease, type Release, updateRelease } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { refuseRunning } from '../release/promote-release.ts'
import { startWave } from './start-wave.ts'

export interface WavePlan {
  waves: number[]
  everyHours: number
  gates: Gates
}

/** Gives an approved release to customers in waves. Until the last one, new customers launch the release promoted before. */
export function beginPromotion(platform: Changing, release: Release, plan: WavePlan, origin: Origin): Promise<Release> {
  return change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const listing = await holdListing(trx, release.listingId)
    refuseDeploy(listing)
    await refuseRunning(unit, release.listingId)
    const locked = await lockRelease(trx, release.id)
    if (locked === undefined) throw new Failure('not_found', 'There is no such release.')
    const name = `${locked.listingName} ${locked.version}`
    if (!locked.approved)
      throw new Failure(
        'release_not_approved',
        `${name} is not approved. Ask for a review; once a moderator approves it, promote it.`,
      )
    if (!hasBeenLive(locked.state))
      throw new Failure(
        'release_not_ready',
        `${name} is ${locked.state}. Only a release that has been LIVE is promoted.`,
      )
    if (listing.promotedReleaseId === null)
      throw new Failure(
        'illegal_move',
        `${name} is the first release for customers: there is nothing to compare it with. Promote it at once.`,
      )
    if (listing.promotedReleaseId === release.id)
      throw new Failure('illegal_move', `${name} is promoted to everybody already.`)
    const promotion = { id: newId('pro', now, random), listingId: locked.listingId, releaseId: locked.id, ...plan }
    await insertPromotion(trx, { ...promotion, createdBy: actorOf(origin.caller).label, now })
    await updateRelease(trx, locked.id, { promotedAt: now })
    const installations = await startWave(unit, { ...promotion, wave: 0 })
    unit.changed('listing', locked.listingId)
    const { organizationId, listingName, version } = locked
    const details = { listing: listingName, version, waves: plan.waves, everyHours: plan.everyHours, installations }
    return unit
      .record('release.promote', { organizationId, id: locked.id, details })
      .with({ ...locked, promotedAt: now })
  })
}
