import { queryClient } from '../queries/client/query-client.ts'
import { organizationNow } from '../queries/session/current-organization.ts'
import { type Asked, mayDo, ownedBy } from '../queries/session/may.ts'
import { type Membership, meQuery } from '../queries/session/session.ts'

/**
 * The organization the person works in, for what a page reads before it is shown. Undefined where there is none, or where they may
 * not do the operation in it: what would be refused is not asked for.
 */
export function organizationHere(operation: Asked): Membership | undefined {
  const organization = organizationNow(queryClient)
  const me = queryClient.getQueryData(meQuery.queryKey)
  return me && mayDo(me, operation, ownedBy(organization)) ? organization : undefined
}
