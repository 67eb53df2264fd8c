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

interface Saving {
  manifest: Record<string, unknown>
  /** The revision that was edited: another one is a conflict. Without it, whatever is there is replaced. */
  over: string | undefined
}

/** Saves the draft, unless somebody else did since the revision. */
export const useSaveDraftManifest = (listingId: string) =>
  useChange({
    // The server keeps any JSON object: what is wrong with it is shown, and a draft may be wrong.
    send: ({ manifest, over }: Saving) => {
      const headers = over === undefined ? {} : { 'if-match': `"${over}"` }
      return api.putDraftManifest({ params: { id: listingId }, body: manifest as never, headers })
    },
    after: (client, answer) => client.setQueryData(draftManifestQuery(listingId).queryKey, answer),
  })
