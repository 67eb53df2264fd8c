import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { picturesQuery } from '../queries/listing/listing-words.ts'
import { allListingsQuery, listingQuery } from '../queries/listing/listings.ts'
import { messagesQuery, reviewQuery, reviewsQuery } from '../queries/listing/reviews.ts'
import { comparisonQuery, releaseQuery } from '../queries/release/releases.ts'
import { dataSheetQuery, trustQuery } from '../queries/release/trust.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const moderateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate',
  component: lazyPage(() => import('../pages/moderate/moderate.tsx'), 'ModeratePage'),
})

const queueWords = wordsOf('q', 'state', 'sort')
const queueRoute = createRoute({
  getParentRoute: () => moderateRoute,
  path: '/',
  validateSearch: queueWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state = 'OPEN', sort } }) =>
    preloadList(reviewsQuery({ state, q }), sort ?? defaultOrders.reviewQueue),
  component: lazyPage(() => import('../pages/moderate/moderate-queue.tsx'), 'ModerateQueue'),
})

const listingsWords = wordsOf('q', 'state', 'sort')
const listingsRoute = createRoute({
  getParentRoute: () => moderateRoute,
  path: '/listings',
  validateSearch: listingsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, sort } }) =>
    preloadList(allListingsQuery({ q, state }), sort ?? defaultOrders.moderatedListings),
  component: lazyPage(() => import('../pages/moderate/moderate-listings.tsx'), 'ModerateListings'),
})

const reviewWords = wordsOf('said', 'messages')
const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate/$reviewId',
  validateSearch: reviewWords,
  loaderDeps: ({ search: { said } }) => ({ said }),
  loader: ({ params: { reviewId }, deps: { said } }) => {
    preloadThen(reviewQuery(reviewId), ({ listing, release, comparedWith, words, state }) => {
      preload(listingQuery(listing.id))
      preload(releaseQuery(release.id))
      preload(trustQuery('release', release.id))
      preload(dataSheetQuery(listing.id))
      if (comparedWith) preload(comparisonQuery(release.id, comparedWith.id))
      if (words?.includes('media') && state === 'OPEN') preload(picturesQuery(listing.id))
    })
    preloadList(messagesQuery(reviewId, said), defaultOrders.messages)
  },
  component: lazyPage(() => import('../pages/moderate/review.tsx'), 'ReviewPage'),
})

export const moderateRoutes = [moderateRoute.addChildren([queueRoute, listingsRoute]), reviewRoute] as const
