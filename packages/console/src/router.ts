import { createRouter } from '@tanstack/react-router'
import { browseRoutes } from './routes/browse-routes.ts'
import { manageRoutes } from './routes/manage-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'
import { publicRoutes } from './routes/public-routes.ts'
import { publishRoutes } from './routes/publish-routes.ts'
import { rootRoute, shellRoute } from './routes/shell-route.ts'
import { RouteFailure, RouteMissing, RouteWaiting } from './shell/route-states.tsx'

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
