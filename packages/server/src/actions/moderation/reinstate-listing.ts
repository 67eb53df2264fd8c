import type { Listing } from '../../store/listing/listings.ts'
import { lastApprovedRelease } from '../../store/release/releases.ts'
import { carryOutMove } from '../listing/move-listing.ts'
import type { Changing } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Lifts a suspension: a listing that was reviewed is verified again, one that never was is a draft again. */
export function reinstateListing(platform: Changing, id: string, origin: Origin): Promise<Listing> {
  const move = async (trx: Parameters<typeof lastApprovedRelease>[0], listing: Listing) =>
    (await lastApprovedRelease(trx, listing.id)) === undefined ? 'reinstate-draft' : 'reinstate'
  return carryOutMove(platform, { id, move }, origin)
}
