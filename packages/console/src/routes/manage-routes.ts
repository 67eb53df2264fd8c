import { createRoute } from '@tanstack/react-router'
import { countsOf, wordsOf } from '../lib/search.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const manageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage',
  component: lazyPage(() => import('../pages/manage/manage.tsx'), 'ManagePage'),
})

const installationsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/manage/installation/installations.tsx'), 'InstallationsPage'),
})

const tenantsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/tenants',
  validateSearch: wordsOf('q', 'variant', 'sort'),
  component: lazyPage(() => import('../pages/manage/tenant/tenants.tsx'), 'TenantsPage'),
})

const newTenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/new',
  component: lazyPage(() => import('../pages/manage/tenant/new-tenant.tsx'), 'NewTenantPage'),
})

const tenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/$tenantId',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/manage/tenant/tenant.tsx'), 'TenantPage'),
})

const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/installations/$installationId',
  component: lazyPage(() => import('../pages/manage/installation/installation.tsx'), 'InstallationPage'),
})

const installationOverviewRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/',
  component: lazyPage(() => import('../pages/manage/installation/installation-overview.tsx'), 'InstallationOverview'),
})

const installationDeliveriesRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/deliveries',
  validateSearch: wordsOf('state', 'type', 'delivery', 'sort', 'attempts'),
  component: lazyPage(() => import('../pages/manage/delivery/installation-deliveries.tsx'), 'InstallationDeliveries'),
})

const installationCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/calls',
  validateSearch: wordsOf('kind', 'call', 'sort'),
  component: lazyPage(() => import('../pages/manage/delivery/installation-calls.tsx'), 'InstallationCalls'),
})

const installationConfigurationRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration',
  validateSearch: wordsOf('release', 'q', 'sort'),
  component: lazyPage(
    () => import('../pages/manage/configuration/installation-configuration.tsx'),
    'InstallationConfiguration',
  ),
})

const configurationComparisonRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration/compare',
  validateSearch: countsOf('revision', 'with'),
  component: lazyPage(
    () => import('../pages/manage/configuration/configuration-comparison.tsx'),
    'ConfigurationComparison',
  ),
})

const installationLogRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/log',
  validateSearch: wordsOf('level', 'q', 'sort'),
  component: lazyPage(() => import('../pages/manage/installation/installation-log.tsx'), 'InstallationLog'),
})

const installationLedgerRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/ledger',
  validateSearch: wordsOf('version', 'from', 'to', 'sort'),
  component: lazyPage(() => import('../pages/manage/installation/installation-ledger.tsx'), 'InstallationLedger'),
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
