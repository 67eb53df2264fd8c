import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { transaction } from '../../store/database/transaction.ts'
import { insertReviewMessage, type Review, type ReviewMessage } from '../../store/moderation/reviews.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Adds to the conversation of a review and tells the other side. */
export async function sayInReview(
  platform: Platform,
  input: { review: Review; text: string },
  origin: Origin,
): Promise<ReviewMessage> {
  const { review, text } = input
  const { caller } = origin
  const at = platform.clock.now()
  const moderator = caller.kind === 'person' && caller.platformRole === 'moderator'
  const author = actorOf(caller).label
  const message = { id: newId('msg', at, platform.random), author, moderator, text, at }
  await transaction(platform.db, async (trx) => {
    await insertReviewMessage(trx, review.id, message)
    await recordAudit(platform, trx, origin, {
      organizationId: review.organizationId,
      action: 'review.message',
      subject: { kind: 'review', id: review.id },
      details: { listing: review.listingName, version: review.version },
    })
    await notify(
      platform,
      trx,
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
    await platform.changes.publish(trx, 'review', review.id)
  })
  return message
}
