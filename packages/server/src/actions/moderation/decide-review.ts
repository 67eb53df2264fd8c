import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@mkt/contract/errors'
import { listingMachine, mayMove } from '@mkt/contract/states'
import { actorOf } from '../../domain/accounts/caller.ts'
import { moveListing } from '../../domain/listing/listing.ts'
import { pictureIds } from '../../domain/listing/media.ts'
import { moveReview, type ReviewMove } from '../../domain/moderation/review.ts'
import { updateListingTexts } from '../../store/listing/listing-texts.ts'
import { type Listing, lockListing, setListingState } from '../../store/listing/listings.ts'
import { dropUnshownPictures, keepPictures } from '../../store/listing/pictures.ts'
import { lockReview, type Review, reviewById, decideReview as write } from '../../store/moderation/reviews.ts'
import { renderTexts } from '../listing/render-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { approveRelease } from '../release/approve-release.ts'
import { refuseOpenFindings } from './refuse-open-findings.ts'

/**
 * Decides a review. Approving approves its release and, in the same transaction, moves a DRAFT listing to VERIFIED;
 * asking for changes or withdrawing leaves the listing as it is.
 */
export async function decideReview(
  platform: Changing & Pick<Platform, 'policy'>,
  input: { review: Review; move: ReviewMove; reason?: string | undefined },
  origin: Origin,
): Promise<Review> {
  const words = input.move === 'approve' ? input.review.words : null
  const html = words === null ? {} : await renderTexts(input.review.organizationId, words)
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const listing = (await lockListing(trx, input.review.listingId)) as Listing
    const review = (await lockReview(trx, input.review.id)) as Review
    const state = moveReview(review.state, input.move)
    if (input.move === 'approve' && review.words === null) await refuseOpenFindings(platform, trx, review)
    await write(trx, review.id, { state, reason: input.reason ?? null, decidedBy: actorOf(origin.caller).label, now })
    if (input.move === 'approve' && review.words !== null) {
      if (!isDeepStrictEqual(review.words, words))
        throw new Failure(
          'illegal_move',
          `The words of ${listing.name} changed in the meantime. Read them again, then decide.`,
        )
      const { media, ...written } = review.words
      await updateListingTexts(trx, listing.id, { ...written, ...html }, now)
      if (media !== undefined) await keepPictures(trx, listing.id, pictureIds(media))
      unit.changed('listing', listing.id)
    } else if (input.move === 'approve') {
      await approveRelease(unit, { id: review.releaseId, listingId: listing.id })
      if (mayMove(listingMachine, listing.state, 'approve')) {
        await setListingState(trx, listing.id, { state: moveListing(listing.name, listing.state, 'approve'), now })
        unit.changed('listing', listing.id)
      }
    }
    if (input.move !== 'approve' && review.words?.media !== undefined) await dropUnshownPictures(trx, listing.id)
    if (input.move !== 'withdraw') {
      const word = input.move === 'approve' ? 'approved' : 'needs changes'
      await notify(
        unit,
        { organizationId: listing.organizationId, roles: ['owner', 'admin', 'developer'] },
        {
          kind: 'review.answered',
          title:
            review.words === null ? `${listing.name} ${review.version} ${word}` : `Words of ${listing.name}: ${word}`,
          text: input.reason ?? `A moderator has looked at ${listing.name} ${review.version}: ${word}.`,
          link: `/publish/${listing.id}/reviews`,
        },
      )
    }
    const reason = input.reason === undefined ? {} : { reason: input.reason }
    const details = { listing: listing.name, version: review.version, ...reason }
    const decided = (await reviewById(trx, review.id)) as Review
    const { organizationId } = listing
    return unit.record(`review.${input.move}`, { organizationId, id: review.id, details }).with(decided)
  })
}
