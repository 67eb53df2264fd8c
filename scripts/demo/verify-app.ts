import { listingMachine, mayMove } from '@mkt/contract/states'
import type { Api, Page } from './api.ts'
import type { Listing } from './list-app.ts'
import type { Release } from './release-app.ts'

interface Review {
  id: string
  listingId?: string
  listing?: { id: string }
}

/** Asks the moderators for a review, unless one is open. */
export async function askForReview(
  publisher: Api,
  moderator: Api,
  listing: Listing,
  release: Release,
): Promise<Review> {
  const { items } = await moderator.get<Page<Review>>('/reviews?state=OPEN&limit=100')
  const open = items.find((review) => (review.listingId ?? review.listing?.id) === listing.id)
  return open ?? publisher.post<Review>(`/listings/${listing.id}/reviews`, { releaseId: release.id })
}

/** Takes a draft through its review and into the catalogue. */
export async function verifyApp(publisher: Api, moderator: Api, listing: Listing, release: Release): Promise<void> {
  const { state } = await publisher.get<Listing>(`/listings/${listing.id}`)
  const draft = mayMove(listingMachine, state, 'approve')
  if (draft) {
    const review = await askForReview(publisher, moderator, listing, release)
    await moderator.post(`/reviews/${review.id}/approve`, {
      reason: 'Does what it says, asks for no more than it needs.',
    })
  }
  if (draft || mayMove(listingMachine, state, 'make-public'))
    await publisher.post(`/listings/${listing.id}/make-public`)
}
