import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '../queries/client/query-client.ts'
import { meQuery } from '../queries/session/session.ts'
import { RouteMissing } from '../shell/route-states.tsx'
import { Shell } from '../shell/shell.tsx'

export const rootRoute = createRootRoute({ notFoundComponent: RouteMissing })

/** Everything below is for people who are signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (!me) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  },
  component: Shell,
})
