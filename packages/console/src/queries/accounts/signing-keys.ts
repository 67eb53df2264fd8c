import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { pagedQuery } from '../client/paged.ts'

export type SigningKey = Awaited<ReturnType<typeof api.getSigningKeys>>['items'][number]

export function signingKeysQuery(org: string) {
  return pagedQuery<SigningKey>(['signing-keys', org], (ask, signal) =>
    api.getSigningKeys({ params: { org }, query: ask, signal }),
  )
}

export const useAddSigningKey = (org: string) =>
  useChange({
    send: (key: { name: string; publicKey: string }) => api.addSigningKey({ params: { org }, body: key }),
    after: (client) => invalidate(client, 'signing-keys'),
  })

export const useRetireSigningKey = () =>
  useChange({
    send: (id: string) => api.retireSigningKey({ params: { id } }),
    after: (client) => invalidate(client, 'signing-keys'),
  })
