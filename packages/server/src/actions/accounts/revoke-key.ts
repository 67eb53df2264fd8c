import { type ApiKey, revokeApiKey } from '../../store/accounts/api-keys.ts'
import { deleteSessionsOfKey } from '../../store/accounts/sessions.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Ends an API key and every token made with it, at once. */
export async function revokeKey(platform: Platform, key: ApiKey, origin: Origin): Promise<void> {
  await transaction(platform.db, async (trx) => {
    await revokeApiKey(trx, key.id, platform.clock.now())
    await deleteSessionsOfKey(trx, key.id)
    await recordAudit(platform, trx, origin, {
      organizationId: key.organizationId,
      action: 'api-key.revoke',
      subject: { kind: 'api-key', id: key.id },
      details: { clientId: key.clientId },
    })
  })
}
