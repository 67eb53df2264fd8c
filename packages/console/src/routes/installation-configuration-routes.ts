import { createRoute } from '@tanstack/react-router'
import { countsOf, wordsOf } from '../lib/search.ts'
import { preload, preloadList, preloadThen } from '../queries/client/preload.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import {
  configurationComparisonQuery,
  configurationQuery,
  revisionQuery,
  revisionsQuery,
} from '../queries/installation/configurations.ts'
import { installationQuery } from '../queries/installation/installations.ts'
import { releaseQuery } from '../queries/release/releases.ts'
import { installationRoute } from './installation-route.ts'
import { lazyPage } from './lazy-page.ts'

const installationConfigurationWords = wordsOf('release', 'q', 'sort')

export const installationConfigurationRoute = createRoute({
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

export const configurationComparisonRoute = createRoute({
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
