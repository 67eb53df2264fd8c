import { createRoute } from '@tanstack/react-router'
import { rangeOf } from '../lib/days.ts'
import { wordsOf } from '../lib/search.ts'
import { membersQuery } from '../queries/accounts/members.ts'
import { organizationQuery, organizationsQuery } from '../queries/accounts/organizations.ts'
import { peopleQuery } from '../queries/accounts/people.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { platformSsoQuery } from '../queries/identity/platform-sso.ts'
import { installationsQuery } from '../queries/installation/installations.ts'
import { allAuditQuery } from '../queries/platform/audit.ts'
import { allInstallationsQuery, healthQuery, pausedRoutesQuery } from '../queries/platform/operating.ts'
import { overviewQuery } from '../queries/platform/overview.ts'
import { packageUsesQuery } from '../queries/release/packages.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const operateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operate',
  component: lazyPage(() => import('../pages/operate/operate.tsx'), 'OperatePage'),
})

const healthRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/',
  validateSearch: wordsOf('q', 'sort'),
  loader: () => preload(healthQuery),
  component: lazyPage(() => import('../pages/operate/operate-health.tsx'), 'OperateHealth'),
})

const installationsWords = wordsOf('q', 'state', 'trouble', 'listing', 'sort')
const installationsRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/installations',
  validateSearch: installationsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, trouble, listing, sort } }) =>
    preloadList(
      allInstallationsQuery({ q, state, trouble, listingId: listing }),
      sort ?? defaultOrders.allInstallations,
    ),
  component: lazyPage(() => import('../pages/operate/operate-installations.tsx'), 'OperateInstallations'),
})

const pausedWords = wordsOf('q', 'cause', 'sort')
const pausedRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/paused',
  validateSearch: pausedWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, cause, sort } }) =>
    preloadList(pausedRoutesQuery({ q, cause }), sort ?? defaultOrders.pausedRoutes),
  component: lazyPage(() => import('../pages/operate/operate-paused.tsx'), 'OperatePaused'),
})

const organizationsWords = wordsOf('q', 'state', 'sort')
const organizationsRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/organizations',
  validateSearch: organizationsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, sort } }) =>
    preloadList(organizationsQuery({ q, state }), sort ?? defaultOrders.organizations),
  component: lazyPage(() => import('../pages/operate/operate-organizations.tsx'), 'OperateOrganizations'),
})

const organizationWords = wordsOf('q', 'state', 'sort', 'person', 'members')
const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operate/organizations/$org',
  validateSearch: organizationWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { org }, deps: { q, state, sort, person, members } }) => {
    const uninstalled = state ? undefined : ('false' as const)
    preload(organizationQuery(org))
    preload(overviewQuery(org))
    preloadList(installationsQuery(org, { q, state, uninstalled }), sort ?? defaultOrders.installations)
    preloadList(membersQuery(org, { q: person }), members ?? defaultOrders.members)
  },
  component: lazyPage(() => import('../pages/operate/operate-organization.tsx'), 'OperateOrganization'),
})

const peopleWords = wordsOf('q', 'role', 'sort')
const peopleRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/people',
  validateSearch: peopleWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, role, sort } }) =>
    preloadList(peopleQuery({ q, platformRole: role }), sort ?? defaultOrders.people),
  component: lazyPage(() => import('../pages/operate/operate-people.tsx'), 'OperatePeople'),
})

const packagesWords = wordsOf('q')
const packagesRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/packages',
  validateSearch: packagesWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q } }) => {
    const name = q?.trim()
    if (name) preloadList(packageUsesQuery(name), '')
  },
  component: lazyPage(() => import('../pages/operate/operate-packages.tsx'), 'OperatePackages'),
})

const signInRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/sign-in',
  loader: () => preload(platformSsoQuery),
  component: lazyPage(() => import('../pages/operate/operate-sign-in.tsx'), 'OperateSignIn'),
})

const auditWords = wordsOf('action', 'actor', 'from', 'to', 'sort')
const auditRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/audit',
  validateSearch: auditWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { action, actor, from, to, sort } }) =>
    preloadList(allAuditQuery({ action, actor, ...rangeOf({ from, to }) }), sort ?? defaultOrders.audit),
  component: lazyPage(() => import('../pages/operate/operate-audit.tsx'), 'OperateAudit'),
})

export const operateRoutes = [
  operateRoute.addChildren([
    healthRoute,
    installationsRoute,
    pausedRoute,
    organizationsRoute,
    peopleRoute,
    packagesRoute,
    signInRoute,
    auditRoute,
  ]),
  organizationRoute,
] as const
