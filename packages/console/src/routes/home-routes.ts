import { createRoute } from '@tanstack/react-router'
import { preload, preloadList } from '../queries/client/preload.ts'
import { queryClient } from '../queries/client/query-client.ts'
import { defaultOrders } from '../queries/default-orders.ts'
import { reviewsQuery } from '../queries/listing/reviews.ts'
import { healthQuery } from '../queries/platform/operating.ts'
import { overviewQuery, platformOverviewQuery, publishingOverviewQuery } from '../queries/platform/overview.ts'
import { mayDo } from '../queries/session/may.ts'
import { meQuery } from '../queries/session/session.ts'
import { lazyPage } from './lazy-page.ts'
import { organizationHere } from './organization-here.ts'
import { shellRoute } from './shell-route.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: () => {
    const running = organizationHere('getOverview')
    if (running) preload(overviewQuery(running.id))
    const publishing = organizationHere('getPublishingOverview')
    if (publishing) preload(publishingOverviewQuery(publishing.id))
    const me = queryClient.getQueryData(meQuery.queryKey)
    if (!me) return
    const unowned = { organizationId: null }
    if (mayDo(me, 'approveReview', unowned)) preloadList(reviewsQuery({ state: 'OPEN' }), defaultOrders.reviewQueue)
    if (!mayDo(me, 'getPlatformOverview', unowned)) return
    preload(platformOverviewQuery)
    preload(healthQuery)
  },
  component: lazyPage(() => import('../pages/home/home.tsx'), 'HomePage'),
})

export const homeRoutes = [homeRoute] as const
