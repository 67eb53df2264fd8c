import type { Token } from '../../domain/tenant/token.ts'
import type { Asking } from './asking.ts'
import { tokenSource } from './current-token.ts'
import { obtainToken } from './obtain-token.ts'
import { verifyInUse } from './verify-token.ts'
import { forgetToken } from './with-token.ts'

/** A token that was obtained this recently is not replaced: that it is refused has another reason, and signing in again might lock the account. */
const RECENT_MS = 10_000

/**
 * Another token in place of one that the policy system did not accept; undefined when there is none to be had. A personal access token cannot
 * be replaced by us: whether it is still accepted is found out behind the scenes.
 */
export async function renewToken(
  platform: Asking,
  installationId: string,
  rejected: Token,
): Promise<Token | undefined> {
  // A change of the tenant, heard of just now, makes this process forget the source; the call goes on anyway.
  const source = await tokenSource(platform, installationId)
  if (source === undefined) return undefined
  if (rejected.expiresAt === null) {
    verifyInUse(platform, source, installationId, rejected.obtainedAt)
    return undefined
  }
  if (platform.clock.now().getTime() - rejected.obtainedAt.getTime() < RECENT_MS) return undefined
  const known = platform.tokens.tokens.get(source.credentialId)
  // By value: the same token may have been read from the database again.
  const isKnown = known?.token.reveal() === rejected.token.reveal()
  if (known === undefined || isKnown) await forgetToken(platform, source.credentialId, rejected)
  const outcome = await obtainToken(platform, source.tenant, source.credentialId)
  if (outcome.kind !== 'token' || outcome.token.reveal() === rejected.token.reveal()) return undefined
  return outcome
}
