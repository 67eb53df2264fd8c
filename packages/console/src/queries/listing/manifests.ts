import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'

export function draftManifestQuery(id: string) {
  return queryOptions({
    queryKey: ['draft-manifest', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.getDraftManifest({ params: { id }, signal }),
  })
}

/** The manifest of a release as it was given; null asks for none. */
export function releasedManifestQuery(releaseId: string | null) {
  return queryOptions({
    queryKey: ['release', releaseId, 'manifest'],
    queryFn: async ({ signal }) =>
      releaseId === null ? null : (await api.getRelease({ params: { id: releaseId }, signal })).manifest,
  })
}

export const useSaveDraftManifest = (listingId: string) =>
  useChange({
    // The server keeps any JSON object: what is wrong with it is shown, and a draft may be wrong.
    send: (manifest: Record<string, unknown>) =>
      api.putDraftManifest({ params: { id: listingId }, body: manifest as never }),
    after: (client, answer) => client.setQueryData(draftManifestQuery(listingId).queryKey, answer),
  })
