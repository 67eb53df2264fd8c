import { createRoute } from '@tanstack/react-router'
import { textOf, wordsOf } from '../lib/search.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { ssoLinksQuery } from '../queries/identity/sso.ts'
import { allNotificationsQuery, notificationsQuery } from '../queries/platform/notifications.ts'
import { sessionsQuery } from '../queries/session/account.ts'
import { factorsQuery } from '../queries/session/factors.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const accountWords = wordsOf('q', 'sort', 'organization', 'organizations')
const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  validateSearch: accountWords,
  loaderDeps: ({ search: { q, sort } }) => ({ q, sort }),
  loader: ({ deps: { q, sort } }) => {
    preload(factorsQuery)
    preload(ssoLinksQuery)
    preloadList(sessionsQuery(q), sort ?? defaultOrders.sessions)
  },
  component: lazyPage(() => import('../pages/account/profile/account.tsx'), 'AccountPage'),
})

const notificationsWords = wordsOf('q', 'state', 'sort')
const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: notificationsWords,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { q, state, sort } }) => {
    preload(notificationsQuery)
    preloadList(allNotificationsQuery({ q, state }), sort ?? defaultOrders.notifications)
  },
  component: lazyPage(() => import('../pages/account/profile/notifications.tsx'), 'NotificationsPage'),
})

const toolRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tool',
  validateSearch: (search: Record<string, unknown>) => {
    // The port of a program on this computer, and what it sent along.
    const port = Number(search.port)
    const words = { state: textOf(search.state), challenge: textOf(search.challenge) }
    return { port: Number.isInteger(port) && port > 1023 && port < 65_536 ? port : undefined, ...words }
  },
  component: lazyPage(() => import('../pages/account/tool/tool.tsx'), 'ToolPage'),
})

const deviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/device',
  validateSearch: (search: Record<string, unknown>) => ({ code: textOf(search.code) }),
  component: lazyPage(() => import('../pages/account/tool/device.tsx'), 'DevicePage'),
})

export const accountRoutes = [accountRoute, toolRoute, deviceRoute, notificationsRoute] as const
