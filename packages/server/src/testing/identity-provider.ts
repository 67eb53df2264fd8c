import { afterAll } from 'vitest'
import { runIdentityProvider, type TestIdentityProvider } from './run-identity-provider.ts'

export type { TestIdentityProvider }

/** A provider for the tests of this file. */
export async function startIdentityProvider(options: { redirectUri: string }): Promise<TestIdentityProvider> {
  const { idp, stop } = await runIdentityProvider(options)
  afterAll(stop)
  return idp
}
