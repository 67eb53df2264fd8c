import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { type Listing, listingQuery } from './listings.ts'

export type PicturesAnswer = Awaited<ReturnType<typeof api.getPictures>>
export type Pictures = Pick<Listing, 'logo' | 'screenshots'>

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

/** The pictures that are shown, and those that wait for a moderator. */
export function picturesQuery(id: string) {
  return queryOptions({
    queryKey: ['listing', id, 'pictures'],
    queryFn: ({ signal }) => api.getPictures({ params: { id }, signal }),
  })
}

/** A picture changes the listing, or its review. */
const usePictureChange = <Input>(send: (input: Input) => Promise<unknown>) =>
  useChange({ send, after: (client) => invalidate(client, 'listing', 'reviews') })

export const usePutLogo = (id: string) =>
  usePictureChange(async (file: File) => api.putLogo({ params: { id }, ...(await bytesOf(file)) }))

export const useAddScreenshot = (id: string) =>
  usePictureChange(async (file: File) => api.addScreenshot({ params: { id }, ...(await bytesOf(file)) }))

export const useDeletePicture = (id: string) =>
  usePictureChange((picture: string) => api.deletePicture({ params: { id, picture } }))
