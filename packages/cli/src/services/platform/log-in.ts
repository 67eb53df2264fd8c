import { createClient } from '@mkt/contract/client'

/** Asks the platform whether client ID and API key are good; a refusal is thrown, and nothing is stored. */
export async function logIn({
  url,
  clientId,
  apiKey,
}: {
  url: string
  clientId: string
  apiKey: string
}): Promise<{ organization: { id: string; name: string } }> {
  const { organization } = await createClient({ baseUrl: url }).createToken({ body: { clientId, apiKey } })
  return { organization }
}
