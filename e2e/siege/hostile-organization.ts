import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { clientOf } from '../testing/client-of.ts'

/** An organization that means harm, with a person and a key that may do all in it. */
export async function hostileOrganization(bootstrap: Bootstrap, name: string) {
  const client = await clientOf(bootstrap, bootstrap.publisher)
  const { id: org } = await client.createOrganization({ body: { name } })
  const key = await client.createApiKey({ params: { org }, body: { name, scopes: ['publish', 'manage'] } })
  return { client, org, name, key }
}
