import { createClient } from '@mkt/contract/client'

/** The platform as one of its people asks it, without a browser. */
export async function clientOf(platform: { apiUrl: string }, account: { email: string; password: string }) {
  const { token } = await createClient({ baseUrl: platform.apiUrl }).signIn({
    body: { email: account.email, password: account.password },
  })
  return createClient({ baseUrl: platform.apiUrl, authorization: () => `Bearer ${token}` })
}
