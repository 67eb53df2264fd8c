import type { Client } from '@mkt/contract/client'
import { meantListing } from '../listing/app-listing.ts'
import { ownOrganization } from '../platform/organization.ts'
import { everyRelease } from '../release/releases.ts'
import { allTenants } from '../tenant/tenants.ts'

const PAGE = 200

/** What a shell completes, by the name of a command's argument; each list is at most a page long. */
const kinds = {
  listing: async (client: Client) => {
    const { id: org } = await ownOrganization(client)
    const query = { limit: PAGE }
    const [own, others] = await Promise.all([
      client.listOrganizationListings({ params: { org }, query }),
      client.listListings({ query }),
    ])
    return [...own.items, ...others.items].map(({ name }) => name)
  },
  installation: async (client: Client) => {
    const { id: org } = await ownOrganization(client)
    const query = { uninstalled: 'false' as const, limit: PAGE }
    const { items } = await client.listInstallations({ params: { org }, query })
    return items.map(({ listing }) => listing.name)
  },
  tenant: async (client: Client) =>
    (await allTenants(client, (await ownOrganization(client)).id)).map(({ name, id }) => (isWord(name) ? name : id)),
  release: async (client: Client, cwd: string) => {
    const { id } = await meantListing(client, cwd, undefined)
    const versions: string[] = []
    for await (const { version } of everyRelease(client, id)) if (versions.push(version) >= PAGE) break
    return versions
  },
}

export type NameKind = keyof typeof kinds
export const nameKinds = Object.keys(kinds) as NameKind[]

/** Whether a shell takes a name as it is. Bash runs `$(…)` in the words it is given to complete, and people choose names. */
const isWord = (name: string) => /^[\p{L}\p{N}][\p{L}\p{N}._@:+/-]*$/u.test(name)

/** The names of one kind, sorted, each once. */
export async function namesOf(kind: NameKind, client: Client, cwd: string): Promise<string[]> {
  return [...new Set(await kinds[kind](client, cwd))].filter(isWord).sort()
}
