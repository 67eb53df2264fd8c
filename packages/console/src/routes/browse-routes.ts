import { createRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { RouteMissing } from '../shell/route-states.tsx'
import { lazyPage } from './lazy-page.ts'
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
  component: lazyPage(() => import('../pages/catalogue/browse.tsx'), 'BrowsePage'),
})

const listingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse/$listingId',
  validateSearch: wordsOf('version', 'sort'),
  component: lazyPage(() => import('../pages/catalogue/listing.tsx'), 'ListingPage'),
})

const launchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launch/$listingId',
  validateSearch: wordsOf('step', 'release', 'copy', 'q', 'sort'),
  component: lazyPage(() => import('../pages/catalogue/launch.tsx'), 'LaunchPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  validateSearch: wordsOf('q', 'sort', 'organization', 'organizations'),
  component: lazyPage(() => import('../pages/account/account.tsx'), 'AccountPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/account/notifications.tsx'), 'NotificationsPage'),
})

/** An address that is nobody's: said within the frame, so that one can go on from there. */
const missingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: RouteMissing,
})

export const browseRoutes = [
  homeRoute,
  browseRoute,
  listingRoute,
  launchRoute,
  accountRoute,
  notificationsRoute,
  missingRoute,
] as const
