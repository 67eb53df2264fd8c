import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { wordsOf } from '../search.ts'
import { shellRoute } from './shell-route.ts'

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organization',
  component: lazyRouteComponent(() => import('../routes/organization.tsx'), 'OrganizationPage'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../routes/api-keys.tsx'), 'ApiKeysPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('../routes/members.tsx'), 'MembersPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: wordsOf('action'),
  component: lazyRouteComponent(() => import('../routes/organization-audit.tsx'), 'OrganizationAuditPage'),
})

const moderateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate',
  validateSearch: wordsOf('state'),
  component: lazyRouteComponent(() => import('../routes/moderate.tsx'), 'ModeratePage'),
})

const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderate/$reviewId',
  component: lazyRouteComponent(() => import('../routes/review.tsx'), 'ReviewPage'),
})

const operateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operate',
  component: lazyRouteComponent(() => import('../routes/operate.tsx'), 'OperatePage'),
})

const operateHealthRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../routes/operate-health.tsx'), 'OperateHealth'),
})

const operateOrganizationsRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/organizations',
  validateSearch: wordsOf('q'),
  component: lazyRouteComponent(() => import('../routes/operate-organizations.tsx'), 'OperateOrganizations'),
})

const operatePeopleRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/people',
  validateSearch: wordsOf('q'),
  component: lazyRouteComponent(() => import('../routes/operate-people.tsx'), 'OperatePeople'),
})

const operateAuditRoute = createRoute({
  getParentRoute: () => operateRoute,
  path: '/audit',
  validateSearch: wordsOf('action'),
  component: lazyRouteComponent(() => import('../routes/operate-audit.tsx'), 'OperateAudit'),
})

export const peopleRoutes = [
  organizationRoute.addChildren([apiKeysRoute, membersRoute, auditRoute]),
  moderateRoute,
  reviewRoute,
  operateRoute.addChildren([operateHealthRoute, operateOrganizationsRoute, operatePeopleRoute, operateAuditRoute]),
] as const
