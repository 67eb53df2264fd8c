import type { LocationRewrite } from '@tanstack/react-router'
import { joinAddress, splitAddress } from '../lib/organization-address.ts'
import { queryClient } from '../queries/client/query-client.ts'
import { addressOrganization, organizationNow } from '../queries/session/current-organization.ts'
import { meQuery } from '../queries/session/session.ts'

const withPath = (url: URL, pathname: string) => Object.assign(new URL(url), { pathname })

/** Whether it is known that the person does not belong to the organization. */
function isForeign(organization: string): boolean {
  const me = queryClient.getQueryData(meQuery.queryKey)
  return me ? !me.organizations.some(({ name }) => name === organization) : false
}

/**
 * Pages know nothing of it: the organization is taken out of an address as it is opened, and put into every link. An address
 * that names an organization of others stays as it is and leads nowhere.
 */
export const organizationInAddress: LocationRewrite = {
  input: ({ url }) => {
    const { organization, pathname } = splitAddress(url.pathname)
    const known = organization !== undefined && !isForeign(organization)
    addressOrganization(known ? organization : undefined)
    return known ? withPath(url, pathname) : url
  },
  output: ({ url }) => withPath(url, joinAddress(url.pathname, organizationNow(queryClient)?.name)),
}
