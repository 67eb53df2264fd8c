import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'

/** What an invitation link leads to. The token goes in the body: addresses are logged. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.readInvitation({ body: { token }, signal }),
  })
}
