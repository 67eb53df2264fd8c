import { createRoute } from '@tanstack/react-router'
import { rangeOf } from '../lib/days.ts'
import { wordsOf } from '../lib/search.ts'
import { pricingQuery } from '../queries/activity/pricing.ts'
import { preload, preloadList } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { sampleQuery, trialsQuery } from '../queries/release/trials.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationPricingWords = wordsOf('policy', 'from', 'to', 'sort')

export const installationPricingRoute = createRoute({
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

export const installationTrialsRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/trials',
  validateSearch: installationTrialsWords,
  loader: ({ params: { installationId } }) => {
    preload(sampleQuery(installationId))
    preloadList(trialsQuery(installationId), defaultOrders.trials)
  },
  component: lazyPage(() => import('../pages/manage/trial/installation-trials.tsx'), 'InstallationTrials'),
})
