import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { callFiguresQuery, listingCallsQuery } from '../queries/activity/calls.ts'
import { listingDeliveriesQuery } from '../queries/activity/deliveries.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { deploymentsQuery } from '../queries/deployment/deployments.ts'
import { installationsQuery } from '../queries/installation/installations.ts'
import { installsQuery } from '../queries/listing/listings.ts'
import { variablesQuery } from '../queries/listing/variables.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { ownListingRoute } from './own-listing-route.ts'

const ownListingDeploymentsWords = wordsOf('deployment', 'state', 'sort', 'q', 'stream', 'output')

export const ownListingDeploymentsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/deployments',
  validateSearch: ownListingDeploymentsWords,
  loaderDeps: ({ search: { state, sort } }) => ({ state, sort }),
  loader: ({ params: { listingId }, deps: { state, sort } }) =>
    preloadList(deploymentsQuery(listingId, state), sort ?? defaultOrders.deployments),
  component: lazyPage(() => import('../pages/publish/deployment/own-listing-deployments.tsx'), 'OwnListingDeployments'),
})

const ownListingVariablesWords = wordsOf('q', 'sort')

export const ownListingVariablesRoute = createRoute({
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

export const ownListingUsageRoute = createRoute({
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
