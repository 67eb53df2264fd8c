import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { countsOf, wordsOf } from '../search.ts'
import { shellRoute } from './shell-route.ts'

const manageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage',
  component: lazyRouteComponent(() => import('../routes/manage.tsx'), 'ManagePage'),
})

const installationsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyRouteComponent(() => import('../routes/installations.tsx'), 'InstallationsPage'),
})

const tenantsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/tenants',
  validateSearch: wordsOf('q', 'variant', 'sort'),
  component: lazyRouteComponent(() => import('../routes/tenants.tsx'), 'TenantsPage'),
})

const newTenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/new',
  component: lazyRouteComponent(() => import('../routes/new-tenant.tsx'), 'NewTenantPage'),
})

const tenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/$tenantId',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyRouteComponent(() => import('../routes/tenant.tsx'), 'TenantPage'),
})

const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/installations/$installationId',
  component: lazyRouteComponent(() => import('../routes/installation.tsx'), 'InstallationPage'),
})

const installationOverviewRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../routes/installation-overview.tsx'), 'InstallationOverview'),
})

const installationDeliveriesRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/deliveries',
  validateSearch: wordsOf('state', 'type', 'delivery', 'sort', 'attempts'),
  component: lazyRouteComponent(() => import('../routes/installation-deliveries.tsx'), 'InstallationDeliveries'),
})

const installationCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/calls',
  validateSearch: wordsOf('kind', 'call', 'sort'),
  component: lazyRouteComponent(() => import('../routes/installation-calls.tsx'), 'InstallationCalls'),
})

const installationConfigurationRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration',
  validateSearch: wordsOf('release', 'q', 'sort'),
  component: lazyRouteComponent(() => import('../routes/installation-configuration.tsx'), 'InstallationConfiguration'),
})

const configurationComparisonRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration/compare',
  validateSearch: countsOf('revision', 'with'),
  component: lazyRouteComponent(() => import('../routes/configuration-comparison.tsx'), 'ConfigurationComparison'),
})

const installationLogRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/log',
  validateSearch: wordsOf('level', 'q', 'sort'),
  component: lazyRouteComponent(() => import('../routes/installation-log.tsx'), 'InstallationLog'),
})

const installationLedgerRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/ledger',
  validateSearch: wordsOf('version', 'from', 'to', 'sort'),
  component: lazyRouteComponent(() => import('../routes/installation-ledger.tsx'), 'InstallationLedger'),
})

export const manageRoutes = [
  manageRoute.addChildren([installationsRoute, tenantsRoute]),
  newTenantRoute,
  tenantRoute,
  installationRoute.addChildren([
    installationOverviewRoute,
    installationDeliveriesRoute,
    installationCallsRoute,
    installationConfigurationRoute,
    configurationComparisonRoute,
    installationLogRoute,
    installationLedgerRoute,
  ]),
] as const
