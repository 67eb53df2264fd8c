import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { insertReviewMessage, type Review, type ReviewMessage } from '../../store/moderation/reviews.ts'
import { type Changing, change } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'

/** Adds to the conversation of a review and tells the other side. */
export async function postReviewMessage(
  platform: Changing,
  input: { review: Review; text: string },
  origin: Origin,
): Promise<ReviewMessage> {
  const { review, text } = input
  const { caller } = origin
  const at = platform.clock.now()
  const moderator = caller.kind === 'person' && caller.platformRole === 'moderator'
  const author = actorOf(caller).label
  const message = { id: newId('msg', at, platform.random), author, moderator, text, at }
  await change(platform, origin, async (unit) => {
    await insertReviewMessage(unit.trx, review.id, message)
    await notify(
      unit,
      moderator
        ? { organizationId: review.organizationId, roles: ['owner', 'admin', 'developer'] }
        : { platformRole: 'moderator' },
      {
        kind: 'review.message',
        title: `A word about ${review.listingName} ${review.version}`,
        text: `${author}: ${text}`,
        link: moderator ? `/publish/${review.listingId}/reviews` : `/moderate/${review.id}`,
      },
    )
    const { id, organizationId, listingName, version } = review
    return unit.record('review.message', { organizationId, id, details: { listing: listingName, version } })
  })
  return message
}
