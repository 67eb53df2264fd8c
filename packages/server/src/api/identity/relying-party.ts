import type { Platform } from '../../actions/platform/platform.ts'
import { type RelyingParty, relyingPartyOf } from '../../domain/identity/relying-party.ts'

/** The site for which a browser makes and uses passkeys in this request. */
export function relyingPartyFor(
  platform: Platform,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RelyingParty | undefined {
  const origin = typeof headers.origin === 'string' ? headers.origin : undefined
  return relyingPartyOf(platform.addresses.publicUrl, { origin, laptop: platform.policy.laptop })
}
