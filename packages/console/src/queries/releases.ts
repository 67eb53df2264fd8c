import type { Manifest } from '@mkt/manifest'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from './paged.ts'
import { request } from './request.ts'
import type { Page, Release as Raw } from './shapes.ts'

export type Release = Raw & { manifest?: Manifest }

export function releasesQuery(listingId: string) {
  return pagedQuery<Release>(['releases', listingId], (ask, signal) =>
    request<Page<Release>>('GET', `/listings/${listingId}/releases?${new URLSearchParams(ask as never)}`, { signal }),
  )
}

export function releaseQuery(id: string) {
  return queryOptions({
    queryKey: ['release', id],
    queryFn: ({ signal }) => request<Release>('GET', `/releases/${id}`, { signal }),
  })
}
