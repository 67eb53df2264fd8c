import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { claimPlaces } from '../lib/recent-places.ts'
import { queryClient } from '../queries/client/query-client.ts'
import { enterAddressed } from '../queries/session/current-organization.ts'
import { meQuery } from '../queries/session/session.ts'
import { RouteMissing } from '../shell/route-states.tsx'
import { Shell } from '../shell/shell.tsx'

export const rootRoute = createRootRoute({ notFoundComponent: RouteMissing })

/** Everything below is for people who are signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location: { publicHref, pathname }, preload }) => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (!me) throw redirect({ to: '/sign-in', search: publicHref === '/' ? {} : { next: publicHref } })
    claimPlaces(localStorage, me.person.id)
    const foreign = preload ? undefined : enterAddressed(me)
    if (foreign) throw redirect({ to: '/$', params: { _splat: `o/${foreign}${pathname}` }, replace: true })
  },
  component: Shell,
})
