import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { accountRoutes } from './routes/account-routes.ts'
import { catalogueRoutes } from './routes/catalogue-routes.ts'
import { homeRoutes } from './routes/home-routes.ts'
import { installationRoutes } from './routes/installation-routes.ts'
import { manageRoutes } from './routes/manage-routes.ts'
import { moderateRoutes } from './routes/moderate-routes.ts'
import { operateRoutes } from './routes/operate-routes.ts'
import { organizationInAddress } from './routes/organization-in-address.ts'
import { organizationRoutes } from './routes/organization-routes.ts'
import { ownListingRoutes } from './routes/own-listing-routes.ts'
import { publicRoutes } from './routes/public-routes.ts'
import { publishRoutes } from './routes/publish-routes.ts'
import { rootRoute, shellRoute } from './routes/shell-route.ts'
import { traceRoutes } from './routes/trace-routes.ts'
import { RouteFailure, RouteMissing, RouteWaiting } from './shell/route-states.tsx'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  shellRoute.addChildren([
    ...homeRoutes,
    ...catalogueRoutes,
    ...manageRoutes,
    ...installationRoutes,
    ...traceRoutes,
    ...publishRoutes,
    ...ownListingRoutes,
    ...accountRoutes,
    ...organizationRoutes,
    ...moderateRoutes,
    ...operateRoutes,
  ]),
])

/** The console's pages over a history: that of the browser, or one of a test. */
export const createConsoleRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    rewrite: organizationInAddress,
    ...(history ? { history } : {}),
    // Pointing at a link loads the page's code and begins its reads; whether they are fresh, the query client knows.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The page of another installation or listing is a new page: what is typed for one is never sent to the other.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingMs: 150,
    defaultPendingComponent: RouteWaiting,
    defaultErrorComponent: RouteFailure,
    defaultNotFoundComponent: RouteMissing,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
