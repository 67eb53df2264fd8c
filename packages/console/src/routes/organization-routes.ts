import { createRoute } from '@tanstack/react-router'
import { rangeOf } from '../lib/days.ts'
import { wordsOf } from '../lib/search.ts'
import { alertRulesQuery } from '../queries/accounts/alerts.ts'
import { apiKeysQuery } from '../queries/accounts/api-keys.ts'
import { membersQuery } from '../queries/accounts/members.ts'
import { signingKeysQuery } from '../queries/accounts/signing-keys.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { scimQuery } from '../queries/identity/scim.ts'
import { signInPolicyQuery } from '../queries/identity/sign-in-policy.ts'
import { ssoQuery } from '../queries/identity/sso.ts'
import { auditQuery } from '../queries/platform/audit.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organization',
  component: lazyPage(() => import('../pages/account/organization/organization.tsx'), 'OrganizationPage'),
})

const apiKeysWords = wordsOf('q', 'sort')

const apiKeysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  validateSearch: apiKeysWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, sort } }) => {
    const organization = organizationHere('listApiKeys')
    if (organization) preloadList(apiKeysQuery(organization.id, q), sort ?? defaultOrders.apiKeys)
  },
  component: lazyPage(() => import('../pages/account/key/api-keys.tsx'), 'ApiKeysPage'),
})

const signingKeysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/signing-keys',
  loader: () => {
    const organization = organizationHere('getSigningKeys')
    if (organization) preloadList(signingKeysQuery(organization.id), '')
  },
  component: lazyPage(() => import('../pages/account/key/signing-keys.tsx'), 'SigningKeysPage'),
})

const membersWords = wordsOf('q', 'role', 'sort', 'invited', 'invitedRole', 'invitations')

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  validateSearch: membersWords,
  loaderDeps: ({ search: { q, role, sort } }) => ({ q, role, sort }),
  loader: ({ deps: { q, role, sort } }) => {
    const organization = organizationHere('listMembers')
    if (organization) preloadList(membersQuery(organization.id, { q, role }), sort ?? defaultOrders.members)
  },
  component: lazyPage(() => import('../pages/account/member/members.tsx'), 'MembersPage'),
})

const auditWords = wordsOf('action', 'actor', 'from', 'to', 'sort')

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/audit',
  validateSearch: auditWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { action, actor, from, to, sort } }) => {
    const organization = organizationHere('listAudit')
    const filter = { action, actor, ...rangeOf({ from, to }) }
    if (organization) preloadList(auditQuery(organization.id, filter), sort ?? defaultOrders.audit)
  },
  component: lazyPage(() => import('../pages/account/organization/organization-audit.tsx'), 'OrganizationAuditPage'),
})

const alertsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/alerts',
  loader: () => {
    const organization = organizationHere('getAlertRules')
    if (organization) preload(alertRulesQuery(organization.id))
  },
  component: lazyPage(() => import('../pages/account/alert/alerts.tsx'), 'AlertsPage'),
})

const signInSettingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/sign-in',
  loader: () => {
    const organization = organizationHere('getSignInPolicy')
    if (organization) preload(signInPolicyQuery(organization.id))
    const administered = organizationHere('getSso')
    if (!administered) return
    preload(ssoQuery(administered.id))
    preload(scimQuery(administered.id))
  },
  component: lazyPage(() => import('../pages/account/single-sign-on/sign-in-settings.tsx'), 'SignInSettingsPage'),
})

/** The organization that somebody works in, and its pages. */
export const organizationRoutes = [
  organizationRoute.addChildren([
    apiKeysRoute,
    membersRoute,
    signingKeysRoute,
    signInSettingsRoute,
    alertsRoute,
    auditRoute,
  ]),
] as const
