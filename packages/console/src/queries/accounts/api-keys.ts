import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export function apiKeysQuery(org: string, q?: string) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['api-keys', org, query], (ask, signal) =>
    api.listApiKeys({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

type ApiKeyInput = Parameters<typeof api.createApiKey>[0]['body']

export const useCreateApiKey = (org: string) =>
  useChange({
    send: (input: ApiKeyInput) => api.createApiKey({ params: { org }, body: input }),
    after: (client) => void invalidate(client, 'api-keys'),
    secret: true,
  })

export const useRegenerateApiKey = () =>
  useChange({
    send: (id: string) => api.regenerateApiKey({ params: { id } }),
    after: (client) => void invalidate(client, 'api-keys'),
    secret: true,
  })

export const useRevokeApiKey = () =>
  useChange({
    send: (id: string) => api.revokeApiKey({ params: { id } }),
    after: (client) => invalidate(client, 'api-keys'),
  })
