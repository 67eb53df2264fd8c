import { createRoute } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organization',
  component: lazyPage(() => import('../pages/account/organization.tsx'), 'OrganizationPage'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  validateSearch: wordsOf('q', 'sort'),
  component: lazyPage(() => import('../pages/account/api-keys.tsx'), 'ApiKeysPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  validateSearch: wordsOf('q', 'role', 'sort', 'invited', 'invitedRole', 'invitations'),
  component: lazyPage(() => import('../pages/account/members.tsx'), 'MembersPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: wordsOf('action', 'actor', 'from', 'to', 'sort'),
  component: lazyPage(() => import('../pages/account/organization-audit.tsx'), 'OrganizationAuditPage'),
})

const moderateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate',
  component: lazyPage(() => import('../pages/moderate/moderate.tsx'), 'ModeratePage'),
})

const moderateQueueRoute = createRoute({
  getParentRoute: () => moderateRoute,
  path: '/',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/moderate/moderate-queue.tsx'), 'ModerateQueue'),
})

const moderateListingsRoute = createRoute({
  getParentRoute: () => moderateRoute,
  path: '/listings',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/moderate/moderate-listings.tsx'), 'ModerateListings'),
})

const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate/$reviewId',
  validateSearch: wordsOf('said', 'messages'),
  component: lazyPage(() => import('../pages/moderate/review.tsx'), 'ReviewPage'),
})

const operateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operate',
  component: lazyPage(() => import('../pages/operate/operate.tsx'), 'OperatePage'),
})

const operateHealthRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/',
  validateSearch: wordsOf('q', 'sort'),
  component: lazyPage(() => import('../pages/operate/operate-health.tsx'), 'OperateHealth'),
})

const operatePausedRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/paused',
  validateSearch: wordsOf('q', 'cause', 'sort'),
  component: lazyPage(() => import('../pages/operate/operate-paused.tsx'), 'OperatePaused'),
})

const operateOrganizationsRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/organizations',
  validateSearch: wordsOf('q', 'state', 'sort'),
  component: lazyPage(() => import('../pages/operate/operate-organizations.tsx'), 'OperateOrganizations'),
})

const operatePeopleRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/people',
  validateSearch: wordsOf('q', 'role', 'sort'),
  component: lazyPage(() => import('../pages/operate/operate-people.tsx'), 'OperatePeople'),
})

const operateAuditRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/audit',
  validateSearch: wordsOf('action', 'actor', 'from', 'to', 'sort'),
  component: lazyPage(() => import('../pages/operate/operate-audit.tsx'), 'OperateAudit'),
})

export const peopleRoutes = [
  organizationRoute.addChildren([apiKeysRoute, membersRoute, auditRoute]),
  moderateRoute.addChildren([moderateQueueRoute, moderateListingsRoute]),
  reviewRoute,
  operateRoute.addChildren([
    operateHealthRoute,
    operatePausedRoute,
    operateOrganizationsRoute,
    operatePeopleRoute,
    operateAuditRoute,
  ]),
] as const
