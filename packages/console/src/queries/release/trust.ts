import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Trust = Awaited<ReturnType<typeof api.getReleaseTrust>>
export type SheetLine = Trust['dataSheet'][number]
export type DataSheetAnswer = Awaited<ReturnType<typeof api.getDataSheet>>
export type DataSheet = Parameters<typeof api.putDataSheet>[0]['body']
export type CheckedLine = Parameters<typeof api.checkDataSheet>[0]['body']['lines'][number]
export type FieldUse = Awaited<ReturnType<typeof api.listFields>>['items'][number]

/** What is known of a release, or of the release that an installation runs. */
export function trustQuery(of: 'release' | 'installation', id: string) {
  return queryOptions({
    queryKey: [of, id, 'trust'],
    queryFn: ({ signal }): Promise<Trust> =>
      of === 'release'
        ? api.getReleaseTrust({ params: { id }, signal })
        : api.getInstallationTrust({ params: { id }, signal }),
  })
}

export function dataSheetQuery(listingId: string) {
  return queryOptions({
    queryKey: ['listing', listingId, 'data-sheet'],
    queryFn: ({ signal }) => api.getDataSheet({ params: { id: listingId }, signal }),
  })
}

export const usePutDataSheet = (id: string) =>
  useChange({
    send: ({ sheet, revision }: { sheet: DataSheet; revision: number }) =>
      api.putDataSheet({ params: { id }, body: sheet, headers: { 'if-match': `"${revision}"` } }),
    after: (client, saved) => {
      client.setQueryData(dataSheetQuery(id).queryKey, saved)
      return invalidate(client, 'listing', 'release', 'reviews')
    },
  })

/** Sets and takes back marks of lines, as a moderator saw them at a revision. */
export const useCheckDataSheet = (id: string) =>
  useChange({
    send: async ({ lines, checked, revision }: { lines: CheckedLine[]; checked: boolean; revision: number }) =>
      api.checkDataSheet({ params: { id }, body: { lines, checked }, headers: { 'if-match': `"${revision}"` } }),
    after: (client, saved) => {
      client.setQueryData(dataSheetQuery(id).queryKey, saved)
      return invalidate(client, 'release')
    },
  })

export function fieldsQuery(id: string, filter: { q?: string | undefined; changed?: string | undefined }) {
  const query = asked<{ q: string; changed: 'true' | 'false' }>({ ...filter })
  return pagedQuery<FieldUse>(['calls', 'fields', id, query], (ask, signal) =>
    api.listFields({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}
