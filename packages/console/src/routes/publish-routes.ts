import { createRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const publishRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/publish/listing/publish.tsx'), 'PublishPage'),
})

const newListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/new',
  component: lazyPage(() => import('../pages/publish/listing/new-listing.tsx'), 'NewListingPage'),
})

const ownListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/$listingId',
  component: lazyPage(() => import('../pages/publish/listing/own-listing.tsx'), 'OwnListingPage'),
})

const ownListingOverviewRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/',
  validateSearch: wordsOf('said', 'state', 'sort'),
  component: lazyPage(() => import('../pages/publish/listing/own-listing-overview.tsx'), 'OwnListingOverview'),
})

const ownListingDetailsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/details',
  component: lazyPage(() => import('../pages/publish/listing/own-listing-details.tsx'), 'OwnListingDetails'),
})

const ownListingManifestRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/manifest',
  component: lazyPage(() => import('../pages/publish/manifest/own-listing-manifest.tsx'), 'OwnListingManifest'),
})

const ownListingReleasesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/releases',
  validateSearch: wordsOf('release', 'with', 'version', 'state', 'sort'),
  component: lazyPage(() => import('../pages/publish/release/own-listing-releases.tsx'), 'OwnListingReleases'),
})

const ownListingDeploymentsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/deployments',
  validateSearch: wordsOf('deployment', 'state', 'sort', 'q', 'stream', 'output'),
  component: lazyPage(() => import('../pages/publish/deployment/own-listing-deployments.tsx'), 'OwnListingDeployments'),
})

const ownListingVariablesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/variables',
  validateSearch: wordsOf('q', 'sort'),
  component: lazyPage(() => import('../pages/publish/listing/own-listing-variables.tsx'), 'OwnListingVariables'),
})

const ownListingUsageRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/usage',
  validateSearch: wordsOf(
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
  ),
  component: lazyPage(() => import('../pages/publish/usage/own-listing-usage.tsx'), 'OwnListingUsage'),
})

const ownListingReviewsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/reviews',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/publish/$listingId', params, replace: true })
  },
})

export const publishRoutes = [
  publishRoute,
  newListingRoute,
  ownListingRoute.addChildren([
    ownListingOverviewRoute,
    ownListingDetailsRoute,
    ownListingManifestRoute,
    ownListingReleasesRoute,
    ownListingDeploymentsRoute,
    ownListingVariablesRoute,
    ownListingUsageRoute,
    ownListingReviewsRoute,
  ]),
] as const
