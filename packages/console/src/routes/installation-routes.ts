import { createRoute, redirect } from '@tanstack/react-router'
import { rangeOf } from '../lib/days.ts'
import { countsOf, wordsOf } from '../lib/search.ts'
import { activityQuery } from '../queries/activity/activity.ts'
import { filterOfWords, filterWords } from '../queries/activity/activity-words.ts'
import { deliveriesQuery, deliverySummaryQuery } from '../queries/activity/deliveries.ts'
import { pricingQuery } from '../queries/activity/pricing.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { trafficQuery } from '../queries/deployment/traffic.ts'
import {
  configurationComparisonQuery,
  configurationQuery,
  revisionQuery,
  revisionsQuery,
} from '../queries/installation/configurations.ts'
import { ledgerQuery, logQuery } from '../queries/installation/installation-records.ts'
import { installationQuery } from '../queries/installation/installations.ts'
import { listingQuery } from '../queries/listing/listings.ts'
import { releaseQuery } from '../queries/release/releases.ts'
import { sampleQuery, trialsQuery } from '../queries/release/trials.ts'
import { fieldsQuery, trustQuery } from '../queries/release/trust.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/installations/$installationId',
  loader: ({ params: { installationId } }) =>
    preloadThen(installationQuery(installationId), ({ listing }) => preload(listingQuery(listing.id))),
  component: lazyPage(() => import('../pages/manage/installation/installation.tsx'), 'InstallationPage'),
})

const installationOverviewRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/',
  loader: ({ params: { installationId } }) => {
    preload(deliverySummaryQuery(installationId))
    preloadList(deliveriesQuery(installationId, {}), defaultOrders.deliveries)
    preloadList(logQuery(installationId), defaultOrders.log)
  },
  component: lazyPage(() => import('../pages/manage/installation/installation-overview.tsx'), 'InstallationOverview'),
})

const installationActivityWords = wordsOf(...filterWords, 'open', 'sort', 'period', 'attempts')
const installationActivityRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/activity',
  validateSearch: installationActivityWords,
  loaderDeps: ({ search: { open: _open, period: _period, attempts: _attempts, ...list } }) => list,
  loader: ({ params: { installationId }, deps: { sort, ...words } }) => {
    preload(deliverySummaryQuery(installationId))
    preload(trafficQuery(installationId, 24))
    preloadList(activityQuery(installationId, filterOfWords(words)), sort ?? defaultOrders.activity)
  },
  component: lazyPage(() => import('../pages/manage/activity/installation-activity.tsx'), 'InstallationActivity'),
})

/** Addresses of lists that are one list now: links in mails and bookmarks lead to the same entries. */
const outcomeOf: Record<string, string> = { DELIVERED: 'ok', DEAD: 'failed', WAITING: 'waiting', PAUSED: 'waiting' }
const toActivity = (installationId: string, search: ReturnType<typeof installationActivityWords>) =>
  redirect({ to: '/manage/installations/$installationId/activity', params: { installationId }, search, replace: true })

const deliveriesWords = wordsOf('state', 'type', 'delivery')
const installationDeliveriesRoute = createRoute({
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
const installationCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/calls',
  validateSearch: callsWords,
  beforeLoad: ({ params, search: { kind, call } }) => {
    throw toActivity(params.installationId, { kind: kind ?? 'call', ...(call ? { open: call } : {}) })
  },
})

const tenantCallsWords = wordsOf('status', 'q', 'trace')
const installationTenantCallsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/tenant-calls',
  validateSearch: tenantCallsWords,
  beforeLoad: ({ params, search }) => {
    throw toActivity(params.installationId, { kind: 'tenant-call', ...search })
  },
})

const installationConfigurationWords = wordsOf('release', 'q', 'sort')
const installationConfigurationRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration',
  validateSearch: installationConfigurationWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { release, q, sort } }) => {
    preload(configurationQuery(installationId))
    preloadList(revisionsQuery(installationId, q), sort ?? defaultOrders.revisions)
    if (release) preload(releaseQuery(release))
    preloadThen(installationQuery(installationId), (installation) => {
      preload(releaseQuery(installation.release.id))
    })
  },
  component: lazyPage(
    () => import('../pages/manage/configuration/installation-configuration.tsx'),
    'InstallationConfiguration',
  ),
})

const configurationComparisonWords = countsOf('revision', 'with')
const configurationComparisonRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/configuration/compare',
  validateSearch: configurationComparisonWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { revision, with: other } }) => {
    preloadList(revisionsQuery(installationId), defaultOrders.revisions)
    preloadThen(installationQuery(installationId), ({ release }) => preload(releaseQuery(release.id)))
    if (revision === undefined) return
    preload(revisionQuery(installationId, revision))
    preload(configurationComparisonQuery(installationId, revision, other ?? (revision > 1 ? revision - 1 : undefined)))
  },
  component: lazyPage(
    () => import('../pages/manage/configuration/configuration-comparison.tsx'),
    'ConfigurationComparison',
  ),
})

const installationAccessRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/access',
  component: lazyPage(() => import('../pages/manage/installation/installation-access.tsx'), 'InstallationAccess'),
})

const installationLogWords = wordsOf('level', 'q', 'sort')
const installationLogRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/log',
  validateSearch: installationLogWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { level, q, sort } }) =>
    preloadList(logQuery(installationId, { level, q }), sort ?? defaultOrders.log),
  component: lazyPage(() => import('../pages/manage/installation/installation-log.tsx'), 'InstallationLog'),
})

const installationLedgerWords = wordsOf('version', 'from', 'to', 'sort')
const installationLedgerRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/ledger',
  validateSearch: installationLedgerWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { version, from, to, sort } }) => {
    preloadList(ledgerQuery(installationId, { version, ...rangeOf({ from, to }) }), sort ?? defaultOrders.ledger)
  },
  component: lazyPage(() => import('../pages/manage/installation/installation-ledger.tsx'), 'InstallationLedger'),
})

const installationTrustWords = wordsOf('q', 'changed', 'sort')
const installationTrustRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/trust',
  validateSearch: installationTrustWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps }) => {
    preload(trustQuery('installation', installationId))
    preloadList(fieldsQuery(installationId, { q: deps.q, changed: deps.changed }), deps.sort ?? defaultOrders.fields)
  },
  component: lazyPage(() => import('../pages/manage/installation/installation-trust.tsx'), 'InstallationTrust'),
})

const installationPricingWords = wordsOf('policy', 'from', 'to', 'sort')
const installationPricingRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/pricing',
  validateSearch: installationPricingWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { policy, from, to, sort } }) => {
    const filter = { policyLocator: policy, ...rangeOf({ from, to }) }
    preloadList(pricingQuery(installationId, filter), sort ?? defaultOrders.pricing)
  },
  component: lazyPage(() => import('../pages/manage/pricing/installation-pricing.tsx'), 'InstallationPricing'),
})

const installationTrialsWords = wordsOf('trial', 'call')
const installationTrialsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/trials',
  validateSearch: installationTrialsWords,
  loader: ({ params: { installationId } }) => {
    preload(sampleQuery(installationId))
    preloadList(trialsQuery(installationId), defaultOrders.trials)
  },
  component: lazyPage(() => import('../pages/manage/trial/installation-trials.tsx'), 'InstallationTrials'),
})

/** One installation and its pages. */
export const installationRoutes = [
  installationRoute.addChildren([
    installationOverviewRoute,
    installationActivityRoute,
    installationDeliveriesRoute,
    installationCallsRoute,
    installationTenantCallsRoute,
    installationConfigurationRoute,
    configurationComparisonRoute,
    installationTrustRoute,
    installationAccessRoute,
    installationLogRoute,
    installationLedgerRoute,
    installationPricingRoute,
    installationTrialsRoute,
  ]),
] as const
