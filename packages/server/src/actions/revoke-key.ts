import { type ApiKey, revokeApiKey } from '../store/api-keys.ts'
import { deleteSessionsOfKey } from '../store/sessions.ts'
import { transaction } from '../store/transaction.ts'
import type { Platform } from './platform.ts'
import { type Origin, recordAudit } from './record-audit.ts'

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
