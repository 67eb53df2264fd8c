import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'

export type InstallationEgress = Awaited<ReturnType<typeof api.getInstallationEgress>>

/** A week: long enough to see a weekly job. */
const HOURS = 168
/** Counts of running containers arrive every few seconds. */
const AGAIN_MS = 30_000

export function installationEgressQuery(id: string) {
  return queryOptions({
    queryKey: ['egress', 'installation', id],
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => api.getInstallationEgress({ params: { id }, query: { hours: HOURS }, signal }),
  })
}

export function listingEgressQuery(id: string) {
  return queryOptions({
    queryKey: ['egress', 'listing', id],
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => api.getListingEgress({ params: { id }, query: { hours: HOURS }, signal }),
  })
}
