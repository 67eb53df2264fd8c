import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { manage } from '../../texts/manage.ts'
import { api } from '../client/api.ts'

const MAX_AT_ONCE = 100

export type TrafficPoint = Awaited<ReturnType<typeof api.getTraffic>>['points'][number]

export type InstallationTraffic = Awaited<ReturnType<typeof api.getInstallationsTraffic>>['installations'][number]

/** What the installations of a list were asked in the last day, by their ids. */
export function installationsTrafficQuery(org: string, ids: string[]) {
  return queryOptions({
    queryKey: ['traffic', 'list', org, ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const chunks = Array.from({ length: Math.ceil(ids.length / MAX_AT_ONCE) }, (_, index) =>
        ids.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE),
      )
      const answers = await Promise.all(
        chunks.map((chunk) =>
          api.getInstallationsTraffic({ params: { org }, query: { ids: chunk.join(',') }, signal }),
        ),
      )
      return { asked: new Set(ids), installations: answers.flatMap(({ installations }) => installations) }
    },
  })
}

const { periods, usualPeriod } = manage.traffic

/** The period that a word of the address names. */
export const periodOf = (word: string | undefined) => periods.find(({ value }) => value === word) ?? usualPeriod

/** What an installation was asked in the last minutes, and how that ended. */
export function trafficQuery(id: string, minutes: number) {
  const query = minutes <= 60 ? { minutes } : { hours: minutes / 60 }
  return queryOptions({
    queryKey: ['traffic', id, minutes],
    queryFn: ({ signal }) => api.getTraffic({ params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}
