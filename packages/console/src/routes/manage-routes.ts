import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { policiesQuery, policyActivityQuery } from '../queries/activity/activity.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { installationsQuery } from '../queries/installation/installations.ts'
import { registrationsQuery, schemaQuery, tenantQuery, tenantsQuery } from '../queries/installation/tenants.ts'
import { packageUsesQuery } from '../queries/release/packages.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const manageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage',
  component: lazyPage(() => import('../pages/manage/manage.tsx'), 'ManagePage'),
})

const installationsWords = wordsOf('q', 'state', 'health', 'sort')
const installationsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/',
  validateSearch: installationsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, health, sort } }) => {
    const organization = organizationHere('listInstallations')
    // What is uninstalled is shown only when it is asked for.
    const filter = { q, state, health, uninstalled: state ? undefined : ('false' as const) }
    if (organization) preloadList(installationsQuery(organization.id, filter), sort ?? defaultOrders.installations)
  },
  component: lazyPage(() => import('../pages/manage/installation/installations.tsx'), 'InstallationsPage'),
})

const tenantsWords = wordsOf('q', 'variant', 'sort')
const tenantsRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/tenants',
  validateSearch: tenantsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, variant, sort } }) => {
    const organization = organizationHere('listTenants')
    if (organization) preloadList(tenantsQuery(organization.id, { q, variant }), sort ?? defaultOrders.tenants)
  },
  component: lazyPage(() => import('../pages/manage/tenant/tenants.tsx'), 'TenantsPage'),
})

const packagesWords = wordsOf('q')
const packagesRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/packages',
  validateSearch: packagesWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q } }) => {
    const name = q?.trim()
    if (name) preloadList(packageUsesQuery(name), '')
  },
  component: lazyPage(() => import('../pages/manage/package/packages.tsx'), 'PackagesPage'),
})

const policiesWords = wordsOf('q', 'sort')
const policiesRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/policies',
  validateSearch: policiesWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, sort } }) => {
    const organization = organizationHere('listPolicies')
    if (organization) preloadList(policiesQuery(organization.id, q), sort ?? defaultOrders.policies)
  },
  component: lazyPage(() => import('../pages/manage/policy/policies.tsx'), 'PoliciesPage'),
})

const policyWords = wordsOf('kind', 'outcome', 'order')
const policyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/policies/$locator',
  validateSearch: policyWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { locator }, deps }) => {
    const organization = organizationHere('getPolicyActivity')
    if (organization) preloadList(policyActivityQuery(organization.id, locator, deps), '')
  },
  component: lazyPage(() => import('../pages/manage/policy/policy.tsx'), 'PolicyPage'),
})

const newTenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/new',
  component: lazyPage(() => import('../pages/manage/tenant/new-tenant.tsx'), 'NewTenantPage'),
})

const tenantWords = wordsOf('q', 'state', 'sort')
const tenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/tenants/$tenantId',
  validateSearch: tenantWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { tenantId }, deps: { q, state, sort } }) => {
    preload(tenantQuery(tenantId))
    preload(schemaQuery(tenantId))
    preloadList(registrationsQuery(tenantId, { q, state }), sort ?? defaultOrders.registrations)
  },
  component: lazyPage(() => import('../pages/manage/tenant/tenant.tsx'), 'TenantPage'),
})

export const manageRoutes = [
  manageRoute.addChildren([installationsRoute, tenantsRoute, policiesRoute, packagesRoute]),
  policyRoute,
  newTenantRoute,
  tenantRoute,
] as const
