import { createRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { callFiguresQuery, listingCallsQuery } from '../queries/activity/calls.ts'
import { listingDeliveriesQuery } from '../queries/activity/deliveries.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { deploymentsQuery } from '../queries/deployment/deployments.ts'
import { installationsQuery } from '../queries/installation/installations.ts'
import { installsQuery, listingQuery } from '../queries/listing/listings.ts'
import { draftManifestQuery } from '../queries/listing/manifests.ts'
import { reviewsQuery } from '../queries/listing/reviews.ts'
import { variablesQuery } from '../queries/listing/variables.ts'
import { comparisonQuery, releaseQuery, releasesQuery } from '../queries/release/releases.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const ownListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/$listingId',
  loader: ({ params: { listingId } }) => preload(listingQuery(listingId)),
  component: lazyPage(() => import('../pages/publish/listing/own-listing.tsx'), 'OwnListingPage'),
})

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
  component: lazyPage(() => import('../pages/publish/listing/own-listing-details.tsx'), 'OwnListingDetails'),
})

const ownListingFindingsWords = wordsOf('severity', 'state', 'release')
const ownListingFindingsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/findings',
  validateSearch: ownListingFindingsWords,
  component: lazyPage(() => import('../pages/publish/release/own-listing-findings.tsx'), 'OwnListingFindings'),
})

const ownListingManifestRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/manifest',
  loader: ({ params: { listingId } }) => preload(draftManifestQuery(listingId)),
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

const ownListingDeploymentsWords = wordsOf('deployment', 'state', 'sort', 'q', 'stream', 'output')
const ownListingDeploymentsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/deployments',
  validateSearch: ownListingDeploymentsWords,
  loaderDeps: ({ search: { state, sort } }) => ({ state, sort }),
  loader: ({ params: { listingId }, deps: { state, sort } }) =>
    preloadList(deploymentsQuery(listingId, state), sort ?? defaultOrders.deployments),
  component: lazyPage(() => import('../pages/publish/deployment/own-listing-deployments.tsx'), 'OwnListingDeployments'),
})

const ownListingVariablesWords = wordsOf('q', 'sort')
const ownListingVariablesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/variables',
  validateSearch: ownListingVariablesWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { listingId }, deps: { q, sort } }) =>
    preloadList(variablesQuery(listingId, q), sort ?? defaultOrders.variables),
  component: lazyPage(() => import('../pages/publish/listing/own-listing-variables.tsx'), 'OwnListingVariables'),
})

const ownListingUsageWords = wordsOf(
  'releases',
  'release',
  'failing',
  'failure',
  'own',
  'ownState',
  'sort',
  'state',
  'deliveries',
  'kind',
  'calls',
)
const ownListingUsageRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/usage',
  validateSearch: ownListingUsageWords,
  loaderDeps: ({ search: { own, ownState, sort, state, deliveries, kind, calls } }) => ({
    own,
    ownState,
    sort,
    state,
    deliveries,
    kind,
    calls,
  }),
  loader: ({ params: { listingId }, deps }) => {
    const organization = organizationHere('listInstallations')
    const filter = { q: deps.own, state: deps.ownState, listingId, uninstalled: 'false' as const }
    preload(installsQuery(listingId))
    preload(callFiguresQuery('listing', listingId))
    if (organization) preloadList(installationsQuery(organization.id, filter), deps.sort ?? defaultOrders.installations)
    preloadList(listingDeliveriesQuery(listingId, deps.state), deps.deliveries ?? defaultOrders.deliveries)
    preloadList(listingCallsQuery(listingId, deps.kind), deps.calls ?? defaultOrders.calls)
  },
  component: lazyPage(() => import('../pages/publish/usage/own-listing-usage.tsx'), 'OwnListingUsage'),
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
