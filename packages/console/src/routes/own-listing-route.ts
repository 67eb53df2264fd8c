import { createRoute } from '@tanstack/react-router'
import { preload } from '../queries/client/preload.ts'
import { listingQuery } from '../queries/listing/listings.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

export const ownListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/$listingId',
  loader: ({ params: { listingId } }) => preload(listingQuery(listingId)),
  component: lazyPage(() => import('../pages/publish/listing/own-listing.tsx'), 'OwnListingPage'),
})
