import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { healthRereadMs } from '../client/reread.ts'

export type Overview = Awaited<ReturnType<typeof api.getOverview>>
export type Incident = Overview['incidents'][number]
export type Update = Overview['updates'][number]
export type PublishingOverview = Awaited<ReturnType<typeof api.getPublishingOverview>>
export type PublishedListing = PublishingOverview['listings'][number]
export type PlatformOverview = Awaited<ReturnType<typeof api.getPlatformOverview>>

/** How the installations of an organization fare. */
export function overviewQuery(org: string) {
  return queryOptions({
    queryKey: ['installations', 'overview', org],
    queryFn: ({ signal }) => api.getOverview({ params: { org }, signal }),
    refetchInterval: healthRereadMs,
  })
}

/** How the apps of a publisher fare. */
export function publishingOverviewQuery(org: string) {
  return queryOptions({
    queryKey: ['listings', 'overview', org],
    queryFn: ({ signal }) => api.getPublishingOverview({ params: { org }, signal }),
    refetchInterval: healthRereadMs,
  })
}

export const platformOverviewQuery = queryOptions({
  queryKey: ['platform-overview'],
  queryFn: ({ signal }) => api.getPlatformOverview({ signal }),
  refetchInterval: 15_000,
})
