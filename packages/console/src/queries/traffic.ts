import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.ts'

export type TrafficPoint = Awaited<ReturnType<typeof api.getTraffic>>['points'][number]

/** What an installation was asked in the last hours, and how that ended. */
export function trafficQuery(id: string, hours: number) {
  return queryOptions({
    queryKey: ['traffic', id, hours],
    queryFn: ({ signal }) => api.getTraffic({ params: { id }, query: { hours }, signal }),
    placeholderData: keepPreviousData,
  })
}
