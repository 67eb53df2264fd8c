import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Activity = Awaited<ReturnType<typeof api.listActivity>>['items'][number]
export type PolicyEntry = Awaited<ReturnType<typeof api.getPolicyActivity>>['items'][number]
export type ActivityDetails = Awaited<ReturnType<typeof api.getActivity>>
export type ActivityRequest = NonNullable<ActivityDetails['request']>

export interface ActivityFilter {
  kind?: string | undefined
  locator?: string | undefined
  requestId?: string | undefined
  traceId?: string | undefined
  q?: string | undefined
  outcome?: string | undefined
  status?: string | undefined
  minDurationMs?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type Query = NonNullable<Parameters<typeof api.exportActivity>[0]['query']>
const queryOf = (filter: ActivityFilter) => asked<Record<keyof ActivityFilter, string>>({ ...filter }) as Query

export function activityQuery(id: string, filter: ActivityFilter) {
  const query = queryOf(filter)
  return pagedQuery<Activity>(['activity', id, query], (ask, signal) =>
    api.listActivity({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export function activityDetailsQuery(id: string, entry: string) {
  return queryOptions({
    queryKey: ['activity', 'one', id, entry],
    queryFn: ({ signal }) => api.getActivity({ params: { id, entry }, signal }),
  })
}

/** Where the browser downloads the list as CSV. */
export function activityCsvAddress(id: string, filter: ActivityFilter): string {
  const words = new URLSearchParams(queryOf(filter) as Record<string, string>).toString()
  return `/api/v1/installations/${encodeURIComponent(id)}/activity/export${words ? `?${words}` : ''}`
}

/** What the containers of an app wrote about a request, where they write its id. */
export function requestLogQuery(listingId: string, requestId: string) {
  return queryOptions({
    queryKey: ['output', listingId, 'request', requestId],
    queryFn: ({ signal }) =>
      api.listListingLogs({ params: { id: listingId }, query: { q: requestId, sort: 'at', limit: 50 }, signal }),
  })
}

export interface ReplayFilter {
  q?: string | undefined
  locator?: string | undefined
  from?: string | undefined
  to?: string | undefined
  state: 'DEAD' | 'DELIVERED'
}

/** Sends every settled delivery again that the filter names. */
const replayed = ({ state, ...rest }: ReplayFilter) => ({
  state,
  ...asked<Record<keyof typeof rest, string>>(rest),
})

/** How many a replay would send. */
export const replayCountQuery = (installationId: string, filter: ReplayFilter) =>
  queryOptions({
    queryKey: ['activity', 'replay', installationId, filter],
    queryFn: ({ signal }) => api.countReplay({ params: { id: installationId }, query: replayed(filter), signal }),
  })

export const useReplayFiltered = (installationId: string) =>
  useChange({
    send: (filter: ReplayFilter) => api.replayDeliveries({ params: { id: installationId }, body: replayed(filter) }),
    after: (client) => invalidate(client, 'deliveries', 'delivery', 'activity'),
  })

export type Policy = Awaited<ReturnType<typeof api.listPolicies>>['items'][number]

export function policiesQuery(org: string, q: string | undefined) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery<Policy>(['activity', 'policies', org, query], (ask, signal) =>
    api.listPolicies({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

type PolicyQuery = NonNullable<Parameters<typeof api.getPolicyActivity>[0]['query']>

export interface StoryFilter {
  kind?: string | undefined
  outcome?: string | undefined
  order?: string | undefined
}

export function policyActivityQuery(org: string, locator: string, filter: StoryFilter) {
  const query = asked<Record<keyof StoryFilter, string>>({ ...filter }) as PolicyQuery
  return pagedQuery<PolicyEntry>(['activity', 'policy', org, locator, query], ({ limit, cursor }, signal) =>
    api.getPolicyActivity({
      params: { org, locator },
      query: { limit, ...(cursor === undefined ? {} : { cursor }), ...query },
      signal,
    }),
  )
}

/** Where the browser downloads what was done to a policy as CSV. */
export function policyCsvAddress(org: string, locator: string, { kind, outcome, order }: StoryFilter): string {
  const words = new URLSearchParams(asked<Record<keyof StoryFilter, string>>({ kind, outcome, order })).toString()
  const path = `/api/v1/organizations/${encodeURIComponent(org)}/policies/${encodeURIComponent(locator)}/activity/export`
  return words ? `${path}?${words}` : path
}
