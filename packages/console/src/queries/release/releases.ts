import type { Manifest } from '@mkt/manifest'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'
import { invalidateTopic } from '../client/live.ts'
import { asked, pagedQuery } from '../client/paged.ts'

type Raw = Awaited<ReturnType<typeof api.getRelease>>

/** A release; its manifest has passed the rules, so it has the shape of one. */
export type Release = Omit<Raw, 'manifest'> & { manifest: Manifest }

const typed = (release: Raw) => release as unknown as Release

interface ReleaseFilter {
  state?: string | undefined
  version?: string | undefined
}

export function releasesQuery(listingId: string, filter: ReleaseFilter = {}) {
  const query = asked<{ state: Release['state']; version: string }>({ ...filter })
  return pagedQuery<Release>(['releases', listingId, query], async (ask, signal) => {
    const page = await api.listReleases({ params: { id: listingId }, query: { ...ask, ...query }, signal })
    return { items: page.items.map(typed), next: page.next }
  })
}

export function releaseQuery(id: string) {
  return queryOptions({
    queryKey: ['release', id],
    queryFn: async ({ signal }) => typed(await api.getRelease({ params: { id }, signal })),
  })
}

export function comparisonQuery(id: string, other: string | undefined) {
  return queryOptions({
    queryKey: ['release', id, 'compare', other ?? ''],
    queryFn: ({ signal }) => api.compareReleases({ params: { id }, query: other ? { with: other } : {}, signal }),
  })
}

export type ReleasePlan = Awaited<ReturnType<typeof api.planRelease>>

/** Asks what releasing a manifest would do to the installations there are; changes nothing. */
export const usePlanRelease = (listingId: string) =>
  useChange({ send: (manifest: string) => api.planRelease({ params: { id: listingId }, body: { manifest } }) })

export const usePromoteRelease = (id: string) =>
  useChange({
    send: () => api.promoteRelease({ params: { id } }),
    after: (client) => invalidateTopic(client, 'release'),
  })

export const useRollbackRelease = (id: string) =>
  useChange({
    send: () => api.rollbackRelease({ params: { id } }),
    after: (client) => invalidateTopic(client, 'release'),
  })

export const useWithdrawRelease = (id: string) =>
  useChange({
    send: () => api.withdrawRelease({ params: { id } }),
    after: (client) => invalidateTopic(client, 'release'),
  })
