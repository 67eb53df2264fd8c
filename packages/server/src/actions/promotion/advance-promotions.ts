import { listingFacts } from '@mkt/contract/states'
import { decideWave } from '../../domain/promotion/promotion.ts'
import { failedGates } from '../../domain/trial/gates.ts'
import { type Listing, listingById, lockListing } from '../../store/listing/listings.ts'
import {
  clearWaveRelease,
  healthOfRelease,
  lockPromotion,
  type Promotion,
  promotionById,
  returnedSince,
  runningPromotionIds,
  trialReports,
  updatePromotion,
} from '../../store/promotion/promotions.ts'
import { setListingReleases } from '../../store/release/releases.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { eachApart } from '../platform/each-apart.ts'
import type { Platform } from '../platform/platform.ts'
import type { Published, Unit } from '../platform/unit.ts'
import { haltInside } from './halt-promotion.ts'
import { startWave } from './start-wave.ts'

/** Looks at every promotion that runs: goes on with the next wave, ends it, or halts it. */
export async function advancePromotions(platform: Changing & Pick<Platform, 'log'>): Promise<void> {
  await eachApart(platform, await runningPromotionIds(platform.db), (id) => advance(platform, id))
}

async function advance(platform: Changing, id: string): Promise<void> {
  const promotion = await promotionById(platform.db, id)
  if (promotion?.state !== 'RUNNING') return
  const listing = await listingById(platform.db, promotion.listingId)
  // A suspended listing gives nothing to anybody; its promotion goes on when it is reinstated.
  if (!listing?.promotedReleaseId || listingFacts(listing.state).noDeploy !== null) return
  const [before, after, reports, returnedTo] = await Promise.all([
    healthOfRelease(platform.db, listing.promotedReleaseId, promotion.createdAt),
    healthOfRelease(platform.db, promotion.releaseId, promotion.createdAt),
    trialReports(platform.db, promotion.releaseId),
    returnedSince(platform.db, promotion),
  ])
  const exceeded = reports.flatMap((report) => failedGates(report, promotion.gates))
  await changeByPlatform(platform, async (unit) => {
    // The listing first, as everybody locks them who changes what customers follow.
    const held = await lockListing(unit.trx, promotion.listingId)
    const locked = await lockPromotion(unit.trx, id)
    if (locked?.state !== 'RUNNING' || locked.wave !== promotion.wave || isOther(held, listing)) return unit.unchanged()
    const health = { before, after }
    const decision = decideWave({ promotion: locked, now: unit.now, ...health, failedGates: exceeded, returnedTo })
    if (decision.kind === 'halt') return haltInside(unit, locked, decision.reason)
    if (decision.kind === 'finish') return finish(unit, locked)
    const wave = decision.kind === 'next' ? decision.wave : locked.wave
    if (decision.kind === 'next') await updatePromotion(unit.trx, id, { wave, waveAt: unit.now })
    // An installation launched since the wave began may belong to it.
    const given = await startWave(unit, { ...locked, wave })
    return given > 0 || decision.kind === 'next' ? unit.changed('release', locked.releaseId) : unit.unchanged()
  })
}

/** Whether the listing changed while its promotion was looked at: then the next look decides. */
function isOther(now: Listing | undefined, then: Listing): boolean {
  return now?.promotedReleaseId !== then.promotedReleaseId || now.state !== then.state
}

/** The last wave stood its time: the release is what everybody launches and follows. */
async function finish(unit: Unit, promotion: Promotion): Promise<Published> {
  const { trx, now } = unit
  await updatePromotion(trx, promotion.id, { state: 'DONE', reason: null, endedAt: now })
  await setListingReleases(trx, promotion.listingId, { promotedReleaseId: promotion.releaseId })
  for (const { id } of await clearWaveRelease(trx, promotion.releaseId, false)) unit.changed('installation', id)
  unit.changed('listing', promotion.listingId)
  return unit.changed('release', promotion.releaseId)
}
