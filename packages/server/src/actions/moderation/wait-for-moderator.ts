import { actorOf } from '../../domain/accounts/caller.ts'
import type { Words } from '../../domain/moderation/words.ts'
import { newId } from '../../lib/ids.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { insertReview, openWordsReview, setReviewWords } from '../../store/moderation/reviews.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'

/** Changed words of a public listing join the review that is open, or open one. */
export async function waitForModerator(unit: Unit, listing: Listing, words: Words): Promise<void> {
  const { trx, now, random } = unit
  const open = await openWordsReview(trx, listing.id)
  if (open !== undefined) {
    await setReviewWords(trx, open.id, { ...open.words, ...words })
    unit.changed('review', open.id)
    return
  }
  const releaseId = listing.promotedReleaseId ?? listing.currentReleaseId
  if (releaseId === null) throw new Error(`${listing.name} is public without a release`)
  const id = newId('rev', now, random)
  const openedBy = actorOf(unit.origin.caller).label
  await insertReview(trx, { id, listingId: listing.id, releaseId, openedBy, words, now })
  await notify(
    unit,
    { platformRole: 'moderator' },
    {
      kind: 'review.opened',
      title: `Changed words of ${listing.name} wait for a review`,
      text: `${openedBy} changed ${Object.keys(words).join(', ')} of ${listing.name}. The old words stay until somebody approves.`,
      link: `/moderate/${id}`,
    },
  )
  unit.changed('review', id)
}
