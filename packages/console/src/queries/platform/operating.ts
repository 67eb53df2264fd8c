import type { InstallationTrouble } from '@mkt/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Health = Awaited<ReturnType<typeof api.getHealth>>
export type PausedRoute = Awaited<ReturnType<typeof api.listPausedRoutes>>['items'][number]

/** How every part of the platform fares. The stream of changes brings what changes. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.getHealth({ signal }),
})

/** Ends the quarantine of a copy that takes over from its original. */
export const useConfirmTakeover = () =>
  useChange({
    send: (gatewayUrl: string) => api.confirmTakeover({ body: { gatewayUrl } }),
    after: (client) => invalidate(client, 'health'),
  })

export type AnyInstallation = Awaited<ReturnType<typeof api.listAllInstallations>>['items'][number]

interface AllInstallationsFilter {
  q?: string | undefined
  state?: string | undefined
  trouble?: string | undefined
  listingId?: string | undefined
}

/** The installations of all organizations. What is gone is only shown where it is asked for. */
export function allInstallationsQuery(filter: AllInstallationsFilter) {
  const query = asked<{
    q: string
    listingId: string
    state: AnyInstallation['state']
    trouble: InstallationTrouble
    uninstalled: 'false'
  }>({ ...filter, uninstalled: filter.state ? undefined : 'false' })
  return pagedQuery<AnyInstallation>(['installations', 'all', query], (ask, signal) =>
    api.listAllInstallations({ query: { ...ask, ...query }, signal }),
  )
}

export function pausedRoutesQuery(filter: { q?: string | undefined; cause?: string | undefined }) {
  const query = asked<{ q: string; cause: PausedRoute['cause'] }>(filter)
  return pagedQuery<PausedRoute>(['paused-routes', query], (ask, signal) =>
    api.listPausedRoutes({ query: { ...ask, ...query }, signal }),
  )
}
