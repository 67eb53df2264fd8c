import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'

/** The organization whose key is in use. */
export async function ownOrganization(client: Client): Promise<{ id: string; name: string }> {
  const { organization } = await client.getMe()
  if (organization) return organization
  throw new Abort('organization_missing', 'These credentials belong to no organization.', {
    fix: 'Log in with client ID and API key of an organization.',
  })
}
