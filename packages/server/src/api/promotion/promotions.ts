import type { Platform } from '../../actions/platform/platform.ts'
import { stopPromotion } from '../../actions/promotion/halt-promotion.ts'
import { nextWaveAt } from '../../domain/promotion/promotion.ts'
import { listingById } from '../../store/listing/listings.ts'
import { healthOfRelease, type Promotion, promotionOfRelease, waveMembers } from '../../store/promotion/promotions.ts'
import { releaseById } from '../../store/release/releases.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

async function answer(platform: Platform, promotion: Promotion) {
  const { db } = platform
  const listing = await listingById(db, promotion.listingId)
  const [members, before, after] = await Promise.all([
    waveMembers(db, promotion.listingId),
    listing?.promotedReleaseId && listing.promotedReleaseId !== promotion.releaseId
      ? healthOfRelease(db, listing.promotedReleaseId, promotion.createdAt)
      : { requests: 0, failed: 0 },
    healthOfRelease(db, promotion.releaseId, promotion.createdAt),
  ])
  const { id, releaseId, state, waves, wave, everyHours, gates, reason } = promotion
  const running = state === 'RUNNING'
  return {
    ...{ id, releaseId, state, waves, wave, everyHours, gates, reason },
    nextWaveAt: running ? nextWaveAt(promotion).toISOString() : null,
    installations: {
      total: members.length,
      given: members.filter(({ waveReleaseId }) => waveReleaseId === releaseId).length,
      taken: members.filter((member) => member.releaseId === releaseId).length,
    },
    health: { before, after },
    createdAt: promotion.createdAt.toISOString(),
    endedAt: promotion.endedAt?.toISOString() ?? null,
  }
}

/** Promotions in waves. */
export function promotionRoutes(platform: Platform): Route[] {
  const subject = async ({ params }: { params: { id: string } }) => {
    const release = await releaseById(platform.db, params.id)
    if (release === undefined) throw notFound()
    return { organizationId: release.organizationId, release }
  }
  async function latest(releaseId: string): Promise<Promotion> {
    const promotion = await promotionOfRelease(platform.db, releaseId)
    if (promotion === undefined) throw notFound()
    return promotion
  }
  return [
    route('getPromotion', { subject, handle: async ({ params }) => answer(platform, await latest(params.id)) }),
    route('stopPromotion', {
      subject,
      async handle({ subject: { release }, params, ...origin }) {
        await stopPromotion(platform, await latest(params.id), release, origin)
        return answer(platform, await latest(params.id))
      },
    }),
  ]
}
