import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'

export const scimQuery = (org: string) =>
  queryOptions({
    queryKey: ['scim', org],
    queryFn: ({ signal }) => api.getScim({ params: { org }, signal }),
  })

export const useCreateScimToken = (org: string) =>
  useChange({
    send: () => api.createScimToken({ params: { org } }),
    after: (client) => invalidate(client, 'scim'),
    secret: true,
  })

export const useDeleteScim = (org: string) =>
  useChange({
    send: () => api.deleteScim({ params: { org } }),
    after: (client) => invalidate(client, 'scim'),
  })
