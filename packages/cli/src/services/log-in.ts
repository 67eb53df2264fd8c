import { createClient } from '@mkt/contract/client'
import type { Credentials } from './session.ts'

/** Asks the platform whether client ID and API key are good; a refusal is thrown, and nothing is stored. */
export async function logIn({
  url,
  clientId,
  apiKey,
}: Credentials): Promise<{ organization: { id: string; name: string } }> {
  const { organization } = await createClient({ baseUrl: url }).createToken({ body: { clientId, apiKey } })
  return { organization }
}
