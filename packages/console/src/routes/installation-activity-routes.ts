import { createRoute, redirect } from '@tanstack/react-router'
import { wordsOf } from '../lib/search.ts'
import { activityQuery } from '../queries/activity/activity.ts'
import { filterOfWords, filterWords } from '../queries/activity/activity-words.ts'
import { deliverySummaryQuery } from '../queries/activity/deliveries.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { periodOf, trafficQuery } from '../queries/deployment/traffic.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationActivityWords = wordsOf(...filterWords, 'open', 'sort', 'period', 'attempts')

export const installationActivityRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/activity',
  validateSearch: installationActivityWords,
  loaderDeps: ({ search: { open: _open, attempts: _attempts, ...shown } }) => shown,
  loader: ({ params: { installationId }, deps: { sort, period, ...words } }) => {
    preload(deliverySummaryQuery(installationId))
    preload(trafficQuery(installationId, periodOf(period).minutes))
    preloadList(activityQuery(installationId, filterOfWords(words)), sort ?? defaultOrders.activity)
  },
  component: lazyPage(() => import('../pages/manage/activity/installation-activity.tsx'), 'InstallationActivity'),
})

/** Addresses of lists that are one list now: links in mails and bookmarks lead to the same entries. */
const outcomeOf: Record<string, string> = { DELIVERED: 'ok', DEAD: 'failed', WAITING: 'waiting', PAUSED: 'waiting' }
const toActivity = (installationId: string, search: ReturnType<typeof installationActivityWords>) =>
  redirect({ to: '/manage/installations/$installationId/activity', params: { installationId }, search, replace: true })

const deliveriesWords = wordsOf('state', 'type', 'delivery')

export const installationDeliveriesRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/deliveries',
  validateSearch: deliveriesWords,
  beforeLoad: ({ params, search: { state, type, delivery } }) => {
    const outcome = outcomeOf[state ?? '']
    throw toActivity(params.installationId, {
      kind: 'delivery',
      ...(outcome ? { outcome } : {}),
      ...(type ? { q: type } : {}),
      ...(delivery ? { open: delivery } : {}),
    })
  },
})

const callsWords = wordsOf('kind', 'call')

export const installationCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/calls',
  validateSearch: callsWords,
  beforeLoad: ({ params, search: { kind, call } }) => {
    throw toActivity(params.installationId, { kind: kind ?? 'call', ...(call ? { open: call } : {}) })
  },
})

const tenantCallsWords = wordsOf('status', 'q', 'trace')

export const installationTenantCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/tenant-calls',
  validateSearch: tenantCallsWords,
  beforeLoad: ({ params, search }) => {
    throw toActivity(params.installationId, { kind: 'tenant-call', ...search })
  },
})
