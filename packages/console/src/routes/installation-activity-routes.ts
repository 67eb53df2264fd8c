import { createRoute, redirect } from '@tanstack/react-router'
import { entryKind } from '../lib/entry-kind.ts'
import { wordsOf } from '../lib/search.ts'
import { activityDetailsQuery, activityQuery } from '../queries/activity/activity.ts'
import { filterOfWords, filterWords, showsCalls } from '../queries/activity/activity-words.ts'
import { callFiguresQuery, callQuery } from '../queries/activity/calls.ts'
import { deliveryQuery, deliverySummaryQuery } from '../queries/activity/deliveries.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { periodOf, trafficQuery } from '../queries/deployment/traffic.ts'
import { installationQuery } from '../queries/installation/installations.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationActivityWords = wordsOf(...filterWords, 'open', 'sort', 'period', 'attempts')

/** The entry that is open beside the list: its id tells what else is read of it. */
function preloadEntry(installationId: string, id: string): void {
  const kind = entryKind(id)
  preload(activityDetailsQuery(installationId, id))
  if (kind === 'delivery') preload(deliveryQuery(id))
  if (kind === 'call') preload(callQuery(id))
}

export const installationActivityRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/activity',
  validateSearch: installationActivityWords,
  // What is open beside the list changes nothing in it.
  loaderDeps: ({ search: { open: _open, attempts: _attempts, ...shown } }) => shown,
  loader: ({ params: { installationId }, deps: { sort, period, ...words }, location }) => {
    const { open } = installationActivityWords({ ...location.search })
    if (open) preloadEntry(installationId, open)
    preload(deliverySummaryQuery(installationId))
    preload(trafficQuery(installationId, periodOf(period).minutes))
    // Figures of calls stand above the list where the installation answers calls.
    if (!words.kind) {
      preloadThen(installationQuery(installationId), ({ answers }) => {
        if (answers.length > 0) preload(callFiguresQuery('installation', installationId))
      })
    } else if (showsCalls(words.kind)) preload(callFiguresQuery('installation', installationId))
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
