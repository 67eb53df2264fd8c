import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export function variablesQuery(id: string, q?: string) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['variables', id, query], (ask, signal) =>
    api.listVariables({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export const usePutVariable = (listingId: string) =>
  useChange({
    send: ({ name, value }: { name: string; value: string }) =>
      api.putVariable({ params: { id: listingId, name }, body: { value } }),
    after: (client) => void invalidate(client, 'variables'),
  })

export const useDeleteVariable = (listingId: string) =>
  useChange({
    send: (name: string) => api.deleteVariable({ params: { id: listingId, name } }),
    after: (client) => invalidate(client, 'variables'),
  })

export const useRestartListing = (listingId: string) =>
  useChange({ send: () => api.restartListing({ params: { id: listingId } }) })
