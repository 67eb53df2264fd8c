import { createRouter } from '@tanstack/react-router'
import { RouteFailure, RouteMissing, RouteWaiting } from './components/route-states.tsx'
import { browseRoutes } from './tree/browse-routes.ts'
import { manageRoutes } from './tree/manage-routes.ts'
import { peopleRoutes } from './tree/people-routes.ts'
import { publicRoutes } from './tree/public-routes.ts'
import { publishRoutes } from './tree/publish-routes.ts'
import { rootRoute, shellRoute } from './tree/shell-route.ts'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  shellRoute.addChildren([...browseRoutes, ...manageRoutes, ...publishRoutes, ...peopleRoutes]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: RouteWaiting,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: RouteMissing,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
