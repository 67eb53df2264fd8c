import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { wordsOf } from '../search.ts'
import { shellRoute } from './shell-route.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/browse', replace: true })
  },
})

const browseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse',
  validateSearch: wordsOf('q', 'variant', 'category', 'sort'),
  component: lazyRouteComponent(() => import('../routes/browse.tsx'), 'BrowsePage'),
})

const listingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse/$listingId',
  component: lazyRouteComponent(() => import('../routes/listing.tsx'), 'ListingPage'),
})

const launchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launch/$listingId',
  validateSearch: wordsOf('step', 'release', 'copy'),
  component: lazyRouteComponent(() => import('../routes/launch.tsx'), 'LaunchPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  validateSearch: wordsOf('sort'),
  component: lazyRouteComponent(() => import('../routes/account.tsx'), 'AccountPage'),
})

export const browseRoutes = [homeRoute, browseRoute, listingRoute, launchRoute, accountRoute] as const
