import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { ownOrganization } from '../platform/organization.ts'
import { everyItem } from '../platform/pages.ts'
import { type Asking, openSession } from '../platform/session.ts'

type TenantPage = Awaited<ReturnType<Client['listTenants']>>
export type Tenant = TenantPage['items'][number]

/** The tenants of an organization. */
export async function allTenants(client: Client, org: string): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  const pages = everyItem((cursor) =>
    client.listTenants({ params: { org }, query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) } }),
  )
  for await (const tenant of pages) tenants.push(tenant)
  return tenants
}

/** The tenant somebody names by id, name, host name or locator. */
export function pickTenant(tenants: readonly Tenant[], named: string): Tenant {
  const found = tenants.find(({ id, name, hostName, tenantLocator }) =>
    [id, name, hostName, tenantLocator].includes(named),
  )
  if (found) return found
  throw new Abort('tenant_unknown', `There is no tenant "${named}".`, { fix: 'See "mkt tenants".' })
}

/** The tenant that somebody names, with the client to ask about it. */
export async function openTenant(asking: Asking, named: string): Promise<{ client: Client; tenant: Tenant }> {
  const { client } = openSession(asking)
  const { id: org } = await ownOrganization(client)
  return { client, tenant: pickTenant(await allTenants(client, org), named) }
}
