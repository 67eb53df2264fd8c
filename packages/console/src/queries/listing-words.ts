import { api } from './client/api.ts'
import { invalidate, useChange } from './client/change.ts'
import { type Listing, listingQuery } from './listings.ts'

type NewListing = Parameters<typeof api.createListing>[0]['body']
type ListingChange = Parameters<typeof api.changeListing>[0]['body']

interface Writing {
  org: string
  words: NewListing
  /** What an earlier try created: it is continued, not repeated. */
  created: Listing | undefined
  publishing: boolean
  onCreated: (listing: Listing) => void
}

/** Creates a listing and publishes it where that is asked for. */
export const useCreateListing = () =>
  useChange({
    send: async ({ org, words, created, publishing, onCreated }: Writing): Promise<Listing> => {
      const listing = created ?? (await api.createListing({ params: { org }, body: words }))
      const { appName: _, ...changeable } = words
      if (created) await api.changeListing({ params: { id: listing.id }, body: changeable })
      onCreated(listing)
      return publishing ? api.publishListing({ params: { id: listing.id } }) : listing
    },
    after: (client) => void invalidate(client, 'listings'),
  })

/** Changes the words of a listing, unless somebody else did since the revision. */
export const useChangeListing = (id: string) =>
  useChange({
    send: ({ change, revision }: { change: ListingChange; revision: number }) =>
      api.changeListing({ params: { id }, body: change, headers: { 'if-match': `"${revision}"` } }),
    after: (client, saved) => client.setQueryData(listingQuery(id).queryKey, saved),
  })

async function bytesOf(file: File) {
  return { body: new Uint8Array(await file.arrayBuffer()), headers: { 'content-type': file.type } }
}

export const usePutLogo = (id: string) =>
  useChange({
    send: async (file: File) => api.putLogo({ params: { id }, ...(await bytesOf(file)) }),
    after: (client, next) => client.setQueryData(listingQuery(id).queryKey, next),
  })

export const useAddScreenshot = (id: string) =>
  useChange({
    send: async (file: File) => api.addScreenshot({ params: { id }, ...(await bytesOf(file)) }),
    after: (client, next) => client.setQueryData(listingQuery(id).queryKey, next),
  })

export const useDeletePicture = (id: string) =>
  useChange({
    send: (picture: string) => api.deletePicture({ params: { id, picture } }),
    after: (client) => client.invalidateQueries(listingQuery(id)),
  })
