import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { RouteFailure, RouteMissing, RouteWaiting } from './components/route-states.tsx'
import { Shell } from './components/shell.tsx'
import { queryClient } from './queries/query-client.ts'
import { meQuery } from './queries/session.ts'
import { textOf, wordsOf } from './search.ts'

const rootRoute = createRootRoute({ notFoundComponent: RouteMissing })

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => {
    // Only a path of this console is followed after signing in.
    const next = textOf(search.next)
    return next?.startsWith('/') && !next.startsWith('//') ? { next } : {}
  },
  component: lazyRouteComponent(() => import('./routes/sign-in.tsx'), 'SignInPage'),
})

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./routes/join.tsx'), 'JoinPage'),
})
const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./routes/set-password.tsx'), 'SetPasswordPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (!me) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  },
  component: Shell,
})

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
  validateSearch: wordsOf('q', 'variant', 'category'),
  component: lazyRouteComponent(() => import('./routes/browse.tsx'), 'BrowsePage'),
})

const listingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse/$listingId',
  component: lazyRouteComponent(() => import('./routes/listing.tsx'), 'ListingPage'),
})

const launchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/launch/$listingId',
  validateSearch: wordsOf('step', 'release'),
  component: lazyRouteComponent(() => import('./routes/launch.tsx'), 'LaunchPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountPage'),
})

const manageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage',
  component: lazyRouteComponent(() => import('./routes/manage.tsx'), 'ManagePage'),
})
const installationsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/',
  validateSearch: wordsOf('q', 'state'),
  component: lazyRouteComponent(() => import('./routes/installations.tsx'), 'InstallationsPage'),
})
const tenantsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/tenants',
  component: lazyRouteComponent(() => import('./routes/tenants.tsx'), 'TenantsPage'),
})
const newTenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/new',
  component: lazyRouteComponent(() => import('./routes/new-tenant.tsx'), 'NewTenantPage'),
})
const tenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/$tenantId',
  component: lazyRouteComponent(() => import('./routes/tenant.tsx'), 'TenantPage'),
})

const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/installations/$installationId',
  component: lazyRouteComponent(() => import('./routes/installation.tsx'), 'InstallationPage'),
})
const installationOverviewRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/installation-overview.tsx'), 'InstallationOverview'),
})
const installationDeliveriesRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/deliveries',
  validateSearch: wordsOf('state', 'type', 'delivery'),
  component: lazyRouteComponent(() => import('./routes/installation-deliveries.tsx'), 'InstallationDeliveries'),
})
const installationCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/calls',
  validateSearch: wordsOf('kind'),
  component: lazyRouteComponent(() => import('./routes/installation-calls.tsx'), 'InstallationCalls'),
})
const installationConfigurationRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration',
  validateSearch: wordsOf('release'),
  component: lazyRouteComponent(() => import('./routes/installation-configuration.tsx'), 'InstallationConfiguration'),
})
const installationLogRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/log',
  component: lazyRouteComponent(() => import('./routes/installation-log.tsx'), 'InstallationLog'),
})
const installationLedgerRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./routes/installation-ledger.tsx'), 'InstallationLedger'),
})

const publishRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish',
  component: lazyRouteComponent(() => import('./routes/publish.tsx'), 'PublishPage'),
})
const newListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/new',
  component: lazyRouteComponent(() => import('./routes/new-listing.tsx'), 'NewListingPage'),
})
const ownListingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/publish/$listingId',
  component: lazyRouteComponent(() => import('./routes/own-listing.tsx'), 'OwnListingPage'),
})
const ownListingOverviewRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/own-listing-overview.tsx'), 'OwnListingOverview'),
})
const ownListingDetailsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/details',
  component: lazyRouteComponent(() => import('./routes/own-listing-details.tsx'), 'OwnListingDetails'),
})
const ownListingManifestRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/manifest',
  component: lazyRouteComponent(() => import('./routes/own-listing-manifest.tsx'), 'OwnListingManifest'),
})
const ownListingReleasesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/releases',
  validateSearch: wordsOf('release'),
  component: lazyRouteComponent(() => import('./routes/own-listing-releases.tsx'), 'OwnListingReleases'),
})
const ownListingDeploymentsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/deployments',
  component: lazyRouteComponent(() => import('./routes/own-listing-deployments.tsx'), 'OwnListingDeployments'),
})
const ownListingVariablesRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/variables',
  component: lazyRouteComponent(() => import('./routes/own-listing-variables.tsx'), 'OwnListingVariables'),
})

const ownListingReviewsRoute = createRoute({
  getParentRoute: () => ownListingRoute,
  path: '/reviews',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/publish/$listingId', params, replace: true })
  },
})

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organization',
  component: lazyRouteComponent(() => import('./routes/organization.tsx'), 'OrganizationPage'),
})
const apiKeysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/api-keys.tsx'), 'ApiKeysPage'),
})
const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./routes/members.tsx'), 'MembersPage'),
})
const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: wordsOf('action'),
  component: lazyRouteComponent(() => import('./routes/organization-audit.tsx'), 'OrganizationAuditPage'),
})

const moderateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate',
  validateSearch: wordsOf('state'),
  component: lazyRouteComponent(() => import('./routes/moderate.tsx'), 'ModeratePage'),
})
const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate/$reviewId',
  component: lazyRouteComponent(() => import('./routes/review.tsx'), 'ReviewPage'),
})

const operateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operate',
  component: lazyRouteComponent(() => import('./routes/operate.tsx'), 'OperatePage'),
})
const operateHealthRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/operate-health.tsx'), 'OperateHealth'),
})
const operateOrganizationsRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/organizations',
  validateSearch: wordsOf('q'),
  component: lazyRouteComponent(() => import('./routes/operate-organizations.tsx'), 'OperateOrganizations'),
})
const operatePeopleRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/people',
  validateSearch: wordsOf('q'),
  component: lazyRouteComponent(() => import('./routes/operate-people.tsx'), 'OperatePeople'),
})
const operateAuditRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/audit',
  validateSearch: wordsOf('action'),
  component: lazyRouteComponent(() => import('./routes/operate-audit.tsx'), 'OperateAudit'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  setPasswordRoute,
  shellRoute.addChildren([
    homeRoute,
    browseRoute,
    listingRoute,
    launchRoute,
    accountRoute,
    manageRoute.addChildren([installationsRoute, tenantsRoute]),
    newTenantRoute,
    tenantRoute,
    installationRoute.addChildren([
      installationOverviewRoute,
      installationDeliveriesRoute,
      installationCallsRoute,
      installationConfigurationRoute,
      installationLogRoute,
      installationLedgerRoute,
    ]),
    publishRoute,
    newListingRoute,
    ownListingRoute.addChildren([
      ownListingOverviewRoute,
      ownListingDetailsRoute,
      ownListingManifestRoute,
      ownListingReleasesRoute,
      ownListingDeploymentsRoute,
      ownListingVariablesRoute,
      ownListingReviewsRoute,
    ]),
    organizationRoute.addChildren([apiKeysRoute, membersRoute, auditRoute]),
    moderateRoute,
    reviewRoute,
    operateRoute.addChildren([operateHealthRoute, operateOrganizationsRoute, operatePeopleRoute, operateAuditRoute]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: RouteWaiting,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: RouteMissing,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
