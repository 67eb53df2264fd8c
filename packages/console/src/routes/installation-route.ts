import { createRoute } from '@tanstack/react-router'
import { preload, preloadThen } from '../queries/client/preload.ts'
import { installationQuery } from '../queries/installation/installations.ts'
import { listingQuery } from '../queries/listing/listings.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

export const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/manage/installations/$installationId',
  loader: ({ params: { installationId } }) =>
    preloadThen(installationQuery(installationId), ({ listing }) => preload(listingQuery(listing.id))),
  component: lazyPage(() => import('../pages/manage/installation/installation.tsx'), 'InstallationPage'),
})
