import { createRoute } from '@tanstack/react-router'
import { traceQuery } from '../queries/activity/traces.ts'
import { preload } from '../queries/client/preload.ts'
import { lazyPage } from './lazy-page.ts'
import { shellRoute } from './shell-route.ts'

const traceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/traces/$traceId',
  loader: ({ params: { traceId } }) => preload(traceQuery(traceId)),
  component: lazyPage(() => import('../pages/manage/trace/trace.tsx'), 'TracePage'),
})

export const traceRoutes = [traceRoute] as const
