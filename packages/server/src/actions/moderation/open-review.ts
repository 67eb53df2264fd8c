import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { refuseReview } from '../../domain/listing/listing.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import { newId } from '../../lib/ids.ts'
import type { Db } from '../../store/database/database.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { insertReview, insertReviewMessage, type Review, reviewById } from '../../store/moderation/reviews.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'

async function releaseToReview(trx: Db, listing: Listing, releaseId: string | undefined): Promise<Release> {
  const id = releaseId ?? listing.currentReleaseId
  const release = id === null ? undefined : await releaseById(trx, id)
  if (releaseId !== undefined && release?.listingId !== listing.id)
    throw new Failure('not_found', `${listing.name} has no such release.`)
  if (release === undefined || !hasBeenLive(release.state)) {
    throw new Failure(
      'no_release',
      `${listing.name} has no release that runs. Deploy one, wait until it is LIVE, then ask for a review.`,
    )
  }
  return release
}

/** Opens a review of one release. Until it is approved the listing stays as it is. */
export async function openReview(
  platform: Changing,
  input: { listingId: string; releaseId?: string | undefined; message?: string | undefined },
  origin: Origin,
): Promise<Review> {
  const author = actorOf(origin.caller).label
  return change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const id = newId('rev', now, random)
    const listing = await holdListing(trx, input.listingId)
    refuseReview(listing)
    const release = await releaseToReview(trx, listing, input.releaseId)
    const opened = await insertReview(trx, { id, listingId: listing.id, releaseId: release.id, openedBy: author, now })
    if (!opened)
      throw new Failure(
        'review_open',
        `A review of ${listing.name} is open already. Wait for its answer or withdraw it.`,
      )
    if (input.message) {
      await insertReviewMessage(trx, id, {
        id: newId('msg', now, random),
        author,
        moderator: false,
        text: input.message,
        at: now,
      })
    }
    await notify(
      unit,
      { platformRole: 'moderator' },
      {
        kind: 'review.opened',
        title: `${listing.name} ${release.version} waits for a review`,
        text: `${author} asks for a review of ${listing.name} ${release.version}.`,
        link: `/moderate/${id}`,
      },
    )
    const { organizationId, name } = listing
    const details = { listing: name, version: release.version }
    const review = (await reviewById(trx, id)) as Review
    return unit.record('review.open', { organizationId, id, details }).with(review)
  })
}
