import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.ts'

const MOST_AT_ONCE = 100

export type TrafficPoint = Awaited<ReturnType<typeof api.getTraffic>>['points'][number]

export type InstallationTraffic = Awaited<ReturnType<typeof api.getInstallationsTraffic>>['installations'][number]

/** What the installations of a list were asked in the last day, by their ids. */
export function installationsTrafficQuery(org: string, ids: string[]) {
  return queryOptions({
    queryKey: ['traffic', 'list', org, ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.getInstallationsTraffic({ params: { org }, query: { ids: ids.slice(0, MOST_AT_ONCE).join(',') }, signal }),
  })
}

/** What an installation was asked in the last hours, and how that ended. */
export function trafficQuery(id: string, hours: number) {
  return queryOptions({
    queryKey: ['traffic', id, hours],
    queryFn: ({ signal }) => api.getTraffic({ params: { id }, query: { hours }, signal }),
    placeholderData: keepPreviousData,
  })
}
