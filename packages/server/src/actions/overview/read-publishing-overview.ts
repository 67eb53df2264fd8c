import { stepsToPublic } from '../../domain/overview/publishing-steps.ts'
import { toItems } from '../../domain/platform/items.ts'
import { installedReleases, publishedListings, unfinishedReviews } from '../../store/overview/publishing-overview.ts'
import type { Platform } from '../platform/platform.ts'

const DAY_MS = 24 * 3_600_000
const LISTINGS = 50

/** How the apps of a publisher fare: installations, failures by release, reviews, and what is left until they are public. */
export async function readPublishingOverview({ db, clock }: Pick<Platform, 'db' | 'clock'>, organizationId: string) {
  const listings = await publishedListings(db, organizationId, LISTINGS)
  const ids = listings.map(({ id }) => id)
  const [releases, reviews] = await Promise.all([
    installedReleases(db, ids, new Date(clock.now().getTime() - DAY_MS)),
    unfinishedReviews(db, ids),
  ])
  return {
    listings: toItems(
      listings,
      ({ id }) => id,
      ({ deployed, tested, approved, ...listing }) => ({
        ...listing,
        steps: stepsToPublic({ state: listing.state, deployed, tested, approved }),
        releases: releases
          .filter(({ listingId }) => listingId === listing.id)
          .map(({ listingId: _, ...release }) => release),
      }),
    ),
    reviews: toItems(
      reviews,
      ({ id }) => id,
      ({ listingId, title, createdAt, decidedAt, ...review }) => ({
        ...review,
        listing: { id: listingId, title },
        createdAt: createdAt.toISOString(),
        decidedAt: decidedAt?.toISOString() ?? null,
      }),
    ),
  }
}
