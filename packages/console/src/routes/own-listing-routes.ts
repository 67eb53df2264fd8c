import { createRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { picturesQuery } from '../queries/listing/listing-words.ts'
import { listingQuery } from '../queries/listing/listings.ts'
import { draftManifestQuery, releasedManifestQuery } from '../queries/listing/manifests.ts'
import { reviewsQuery } from '../queries/listing/reviews.ts'
import { findingsQuery, findingsRelease } from '../queries/release/findings.ts'
import { comparisonQuery, releaseQuery, releasesQuery } from '../queries/release/releases.ts'
import { dataSheetQuery } from '../queries/release/trust.ts'
import { lazyPage } from './lazy-page.ts'
import { ownListingRoute } from './own-listing-route.ts'
import {
  ownListingDeploymentsRoute,
  ownListingUsageRoute,
  ownListingVariablesRoute,
} from './own-listing-running-routes.ts'

const ownListingOverviewWords = wordsOf('said', 'state', 'sort')
const ownListingOverviewRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/',
  validateSearch: ownListingOverviewWords,
  loaderDeps: ({ search: { state, sort } }) => ({ state, sort }),
  loader: ({ params: { listingId }, deps: { state, sort } }) => {
    preloadList(reviewsQuery({ listingId }), defaultOrders.reviews)
    if (state || sort) preloadList(reviewsQuery({ listingId, state }), sort ?? defaultOrders.reviews)
    preloadThen(listingQuery(listingId), ({ currentReleaseId }) => {
      if (currentReleaseId) preload(releaseQuery(currentReleaseId))
      else preloadList(releasesQuery(listingId), defaultOrders.releases)
    })
  },
  component: lazyPage(() => import('../pages/publish/listing/own-listing-overview.tsx'), 'OwnListingOverview'),
})

const ownListingDetailsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/details',
  loader: ({ params: { listingId } }) => {
    preload(picturesQuery(listingId))
    preload(dataSheetQuery(listingId))
  },
  component: lazyPage(() => import('../pages/publish/listing/own-listing-details.tsx'), 'OwnListingDetails'),
})

const ownListingFindingsWords = wordsOf('severity', 'state', 'release')
const ownListingFindingsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/findings',
  validateSearch: ownListingFindingsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { listingId }, deps: { release, severity, state } }) =>
    preloadThen(listingQuery(listingId), (listing) => {
      const shown = findingsRelease(listing, release)
      if (shown) preload(findingsQuery(shown, { severity, state }))
    }),
  component: lazyPage(() => import('../pages/publish/release/own-listing-findings.tsx'), 'OwnListingFindings'),
})

const ownListingManifestRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/manifest',
  loader: ({ params: { listingId } }) =>
    preloadThen(draftManifestQuery(listingId), ({ manifest }) => {
      // Where nothing was saved the editor begins with what runs.
      if (manifest) return
      preloadThen(listingQuery(listingId), ({ currentReleaseId }) => preload(releasedManifestQuery(currentReleaseId)))
    }),
  component: lazyPage(() => import('../pages/publish/manifest/own-listing-manifest.tsx'), 'OwnListingManifest'),
})

const ownListingReleasesWords = wordsOf('release', 'with', 'version', 'state', 'sort')
const ownListingReleasesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/releases',
  validateSearch: ownListingReleasesWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { listingId }, deps: { release, with: other, version, state, sort } }) => {
    if (release) {
      preload(releaseQuery(release))
      preload(comparisonQuery(release, other))
      preloadList(releasesQuery(listingId), defaultOrders.releases)
    } else preloadList(releasesQuery(listingId, { state, version }), sort ?? defaultOrders.releases)
  },
  component: lazyPage(() => import('../pages/publish/release/own-listing-releases.tsx'), 'OwnListingReleases'),
})

const ownListingReviewsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/reviews',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/publish/$listingId', params, replace: true })
  },
})

/** One listing as its publisher sees it, and its pages. */
export const ownListingRoutes = [
  ownListingRoute.addChildren([
    ownListingOverviewRoute,
    ownListingDetailsRoute,
    ownListingManifestRoute,
    ownListingReleasesRoute,
    ownListingFindingsRoute,
    ownListingDeploymentsRoute,
    ownListingVariablesRoute,
    ownListingUsageRoute,
    ownListingReviewsRoute,
  ]),
] as const
