import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'

export const signInPolicyQuery = (org: string) =>
  queryOptions({
    queryKey: ['sign-in-policy', org],
    queryFn: ({ signal }) => api.getSignInPolicy({ params: { org }, signal }),
  })

type Policy = NonNullable<Parameters<typeof api.changeSignInPolicy>[0]['body']>

export const useChangeSignInPolicy = (org: string) =>
  useChange({
    send: (body: Policy) => api.changeSignInPolicy({ params: { org }, body }),
    after: (client) => invalidate(client, 'sign-in-policy', 'me'),
  })
