import { createRoute } from '@tanstack/react-router'
import { callFiguresQuery, lastCallQuery } from '../queries/activity/calls.ts'
import { deliveriesQuery, deliverySummaryQuery } from '../queries/activity/deliveries.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { logQuery } from '../queries/installation/installation-records.ts'
import { installationQuery } from '../queries/installation/installations.ts'
import { releaseQuery } from '../queries/release/releases.ts'
import {
  installationActivityRoute,
  installationCallsRoute,
  installationDeliveriesRoute,
  installationTenantCallsRoute,
} from './installation-activity-routes.ts'
import { configurationComparisonRoute, installationConfigurationRoute } from './installation-configuration-routes.ts'
import { installationPricingRoute, installationTrialsRoute } from './installation-proof-routes.ts'
import { installationLedgerRoute, installationLogRoute, installationTrustRoute } from './installation-record-routes.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationOverviewRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/',
  loader: ({ params: { installationId } }) => {
    preloadList(logQuery(installationId), defaultOrders.log)
    preloadThen(installationQuery(installationId), ({ answers, externalRaters, release, state }) => {
      if (state !== 'RUNNING') return
      preload(releaseQuery(release.id))
      if (externalRaters.length > 0) preload(lastCallQuery(installationId, 'rater'))
      // What stands above: figures of calls where it answers calls, else of events.
      if (answers.length > 0) {
        preload(callFiguresQuery('installation', installationId))
        preload(lastCallQuery(installationId))
      } else {
        preload(deliverySummaryQuery(installationId))
        preloadList(deliveriesQuery(installationId, {}), defaultOrders.deliveries)
      }
    })
  },
  component: lazyPage(() => import('../pages/manage/installation/installation-overview.tsx'), 'InstallationOverview'),
})

const installationAccessRoute = createRoute({
  getParentRoute: () => installationRoute,
  path: '/access',
  component: lazyPage(() => import('../pages/manage/installation/installation-access.tsx'), 'InstallationAccess'),
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
