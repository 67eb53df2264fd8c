import { hashToken, newToken } from '../../lib/token.ts'
import { type ApiKey, replaceApiKeySecret } from '../../store/accounts/api-keys.ts'
import { endKeySessionsBy } from '../../store/accounts/sessions.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

const DEFAULT_GRACE_SECONDS = 24 * 3600

/**
 * Gives a key a new secret. The former one, and the tokens made with it, work until the grace period ends, so that nothing
 * breaks meanwhile.
 */
export async function regenerateApiKey(
  platform: Platform,
  input: { key: ApiKey; graceSeconds?: number | undefined },
  origin: Origin,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = newToken('mks', platform.random)
  const graceSeconds = input.graceSeconds ?? DEFAULT_GRACE_SECONDS
  const previousUntil = new Date(platform.clock.now().getTime() + graceSeconds * 1000)
  await transaction(platform.db, async (trx) => {
    await replaceApiKeySecret(trx, input.key.id, hashToken(secret), previousUntil)
    await endKeySessionsBy(trx, input.key.id, previousUntil)
    await recordAudit(platform, trx, origin, {
      organizationId: input.key.organizationId,
      action: 'api-key.regenerate',
      subject: { kind: 'api-key', id: input.key.id },
      details: { graceSeconds },
    })
  })
  return { key: { ...input.key, previousUntil }, secret }
}
