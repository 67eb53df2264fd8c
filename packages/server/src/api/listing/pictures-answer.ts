import { access } from '@mkt/contract/api'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { pictureIds } from '../../domain/listing/media.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { type PictureFacts, picturesOf } from '../../store/listing/pictures.ts'
import { openWordsReview } from '../../store/moderation/reviews.ts'
import { picturesOfListing } from './listing-answer.ts'

/** Who may read a review sees what waits in it. */
export function seesReviews(caller: Caller, { organizationId }: Listing): boolean {
  return decideAccess(access.getReview, caller, { organizationId }) === 'allowed'
}

/** The pictures that everybody sees and, for publisher and moderators, those that wait for a review. */
export async function picturesAnswer(platform: Platform, caller: Caller, listing: Listing) {
  const rows = await picturesOf(platform.db, [listing.id])
  const review = seesReviews(caller, listing) ? await openWordsReview(platform.db, listing.id) : undefined
  const proposed = review?.words?.media
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    ...picturesOfListing(rows.filter(({ shown }) => shown)),
    waiting:
      review === undefined || proposed === undefined
        ? null
        : {
            reviewId: review.id,
            ...picturesOfListing(
              pictureIds(proposed)
                .map((id) => byId.get(id))
                .filter((row): row is PictureFacts => row !== undefined),
            ),
          },
  }
}
