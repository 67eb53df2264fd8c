import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { ownListingsQuery } from '../queries/listing/listings.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const publishWords = wordsOf('q', 'state', 'sort')
const publishRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish',
  validateSearch: publishWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, sort } }) => {
    const organization = organizationHere('listOrganizationListings')
    if (organization) preloadList(ownListingsQuery(organization.id, { q, state }), sort ?? defaultOrders.ownListings)
  },
  component: lazyPage(() => import('../pages/publish/listing/publish.tsx'), 'PublishPage'),
})

const newListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/new',
  validateSearch: wordsOf('step'),
  component: lazyPage(() => import('../pages/publish/listing/new-listing.tsx'), 'NewListingPage'),
})

export const publishRoutes = [publishRoute, newListingRoute] as const
