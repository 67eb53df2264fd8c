import { createRoute } from '@tanstack/react-router'
import { rangeOf } from '../lib/days.ts'
import { wordsOf } from '../lib/search.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { ledgerQuery, logQuery } from '../queries/installation/installation-records.ts'
import { fieldsQuery, trustQuery } from '../queries/release/trust.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationLogWords = wordsOf('level', 'q', 'sort')

export const installationLogRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/log',
  validateSearch: installationLogWords,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { installationId }, deps: { level, q, sort } }) =>
    preloadList(logQuery(installationId, { level, q }), sort ?? defaultOrders.log),
  component: lazyPage(() => import('../pages/manage/installation/installation-log.tsx'), 'InstallationLog'),
})

const installationLedgerWords = wordsOf('version', 'from', 'to', 'sort')

export const installationLedgerRoute = createRoute({
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

export const installationTrustRoute = createRoute({
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
