import { actorOf } from '../../domain/accounts/caller.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { dropUnshownPictures } from '../../store/listing/pictures.ts'
import { withdrawOpenReviews } from '../../store/moderation/reviews.ts'
import type { Changing } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { carryOutMove } from './move-listing.ts'

/** Retires a listing for good. Nobody needs to decide an open review of it any more. */
export function retireListing(platform: Changing, id: string, origin: Origin): Promise<Listing> {
  return carryOutMove(platform, { id, move: 'retire' }, origin, async (unit) => {
    const decision = { decidedBy: actorOf(origin.caller).label, now: unit.now }
    unit.changed('review', ...(await withdrawOpenReviews(unit.trx, id, decision)))
    await dropUnshownPictures(unit.trx, id)
  })
}
