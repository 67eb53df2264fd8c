import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked } from '../client/paged.ts'
import type { Listing } from '../listing/listings.ts'

export type Findings = Awaited<ReturnType<typeof api.getFindings>>
export type Finding = Findings['items'][number]
export type NewException = Parameters<typeof api.createException>[0]['body']

/** Whose findings are shown: those of the live release, or of the one that customers run where that is another. */
export function findingsRelease(
  { currentReleaseId, promotedReleaseId }: Pick<Listing, 'currentReleaseId' | 'promotedReleaseId'>,
  wanted: string | undefined,
): string | null {
  return (wanted === 'promoted' ? promotedReleaseId : null) ?? currentReleaseId ?? promotedReleaseId
}

/** The worst findings of a release that match; the counts are of all of them. */
export function findingsQuery(
  releaseId: string,
  filter: { severity?: string | undefined; state?: string | undefined },
) {
  const query = asked<{ severity: Finding['severity']; state: Finding['state'] }>({ ...filter })
  return queryOptions({
    queryKey: ['release', releaseId, 'findings', query],
    queryFn: ({ signal }) => api.getFindings({ params: { id: releaseId }, query: { limit: 200, ...query }, signal }),
  })
}

export const useCreateException = (listingId: string) =>
  useChange({
    send: (exception: NewException) => api.createException({ params: { id: listingId }, body: exception }),
    after: (client) => invalidate(client, 'release'),
  })

export const useDeleteException = () =>
  useChange({
    send: (id: string) => api.deleteException({ params: { id } }),
    after: (client) => invalidate(client, 'release'),
  })
