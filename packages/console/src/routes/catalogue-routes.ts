import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { configurationQuery } from '../queries/installation/configurations.ts'
import { tenantsQuery } from '../queries/installation/tenants.ts'
import { catalogueQuery, listingQuery } from '../queries/listing/listings.ts'
import { releaseQuery, releasesQuery } from '../queries/release/releases.ts'
import { RouteMissing } from '../shell/route-states.tsx'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const browseWords = wordsOf('q', 'variant', 'category', 'sort')
const browseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse',
  validateSearch: browseWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => preloadList(catalogueQuery(deps), deps.sort ?? defaultOrders.catalogue),
  component: lazyPage(() => import('../pages/catalogue/browse.tsx'), 'BrowsePage'),
})

const listingWords = wordsOf('version', 'sort')
const listingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse/$listingId',
  validateSearch: listingWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { listingId }, deps }) => {
    preloadThen(listingQuery(listingId), ({ own, currentReleaseId, promotedReleaseId }) => {
      const shown = (own ? currentReleaseId : null) ?? promotedReleaseId
      if (shown) preload(releaseQuery(shown))
    })
    preloadList(releasesQuery(listingId, { version: deps.version }), deps.sort ?? defaultOrders.releases)
  },
  component: lazyPage(() => import('../pages/catalogue/listing.tsx'), 'ListingPage'),
})

const publisherRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse/publishers/$publisher',
  loader: ({ params: { publisher } }) => preloadList(catalogueQuery({ publisher }), ''),
  component: lazyPage(() => import('../pages/catalogue/publisher.tsx'), 'PublisherPage'),
})

const launchWords = wordsOf('step', 'connect', 'release', 'copy', 'real', 'q', 'sort')
const launchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launch/$listingId',
  validateSearch: launchWords,
  loaderDeps: ({ search: { step: _, connect: __, ...rest } }) => rest,
  loader: ({ params: { listingId }, deps: { release, copy, real, q, sort } }) => {
    const org = organizationHere('listTenants')?.id
    if (release) preload(releaseQuery(release))
    if (copy) preload(configurationQuery(copy))
    preloadThen(listingQuery(listingId), (listing) => {
      const test = listing.organization.id === org && real === undefined
      const taken = test ? (listing.currentReleaseId ?? listing.promotedReleaseId) : listing.promotedReleaseId
      if (taken && !release) preload(releaseQuery(taken))
      if (org) preloadList(tenantsQuery(org, { variant: listing.variant, q }), sort ?? defaultOrders.tenants)
    })
  },
  component: lazyPage(() => import('../pages/catalogue/launch/launch.tsx'), 'LaunchPage'),
})

/** An unknown address: said within the frame, so that the navigation stays. */
const missingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: RouteMissing,
})

export const catalogueRoutes = [browseRoute, listingRoute, publisherRoute, launchRoute, missingRoute] as const
