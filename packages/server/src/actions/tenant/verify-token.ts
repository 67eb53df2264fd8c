import type { TokenSource } from '../../store/tenant/token-cache.ts'
import type { Asking } from './asking.ts'
import { withToken } from './with-token.ts'

/** A token in use is shown to the policy system this often. */
const VERIFY_EVERY_MS = 5_000

/**
 * Applications use the token without us, so nobody tells us that it was revoked. While it is in use it is shown to the policy system now and
 * then, behind the scenes: one that is no longer accepted is renewed, and when that fails the credentials count as refused.
 */
export function verifyInUse(platform: Asking, source: TokenSource, installationId: string, obtainedAt: Date): void {
  const { verified } = platform.tokens
  const now = platform.clock.now().getTime()
  const last = verified.get(source.credentialId) ?? obtainedAt.getTime()
  if (now - last < VERIFY_EVERY_MS) return
  verified.set(source.credentialId, now)
  const use = { tenant: source.tenant, purpose: 'data', installationId } as const
  withToken(platform, use, (token, system) => system.checkAccess(token, 'data')).catch((error: unknown) =>
    platform.log.debug({ err: error, tenantId: source.tenant.id }, 'a token in use could not be verified'),
  )
}
