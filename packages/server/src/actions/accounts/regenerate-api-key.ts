import { hashToken, newToken } from '../../lib/token.ts'
import { type ApiKey, replaceApiKeySecret } from '../../store/accounts/api-keys.ts'
import { endKeySessionsBy } from '../../store/accounts/sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

const DEFAULT_GRACE_SECONDS = 24 * 3600

/**
 * Gives a key a new secret. The former one, and the tokens made with it, work until the grace period ends, so that nothing
 * breaks meanwhile. Tunnels that were opened with it end at once.
 */
export async function regenerateApiKey(
  platform: Changing,
  input: { key: ApiKey; graceSeconds?: number | undefined },
  origin: Origin,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = newToken('mks', platform.random)
  const graceSeconds = input.graceSeconds ?? DEFAULT_GRACE_SECONDS
  const previousUntil = new Date(platform.clock.now().getTime() + graceSeconds * 1000)
  const { id, organizationId } = input.key
  await change(platform, origin, async (unit) => {
    await replaceApiKeySecret(unit.trx, id, hashToken(secret), previousUntil)
    await endKeySessionsBy(unit.trx, id, previousUntil)
    unit.changed('session', id)
    return unit.record('api-key.regenerate', { organizationId, id, details: { graceSeconds } })
  })
  return { key: { ...input.key, previousUntil }, secret }
}
