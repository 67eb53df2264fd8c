import { atEnd } from '../run/at-end.ts'

import { runIdentityProvider, type TestIdentityProvider } from './run-identity-provider.ts'

export type { TestIdentityProvider }

/** A provider for the tests of this file. */
export async function startIdentityProvider(options: { redirectUri: string }): Promise<TestIdentityProvider> {
  const { idp, stop } = await runIdentityProvider(options)
  atEnd(stop)
  return idp
}
