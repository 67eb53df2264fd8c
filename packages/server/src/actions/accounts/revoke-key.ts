import { type ApiKey, revokeApiKey } from '../../store/accounts/api-keys.ts'
import { deleteSessionsOfKey } from '../../store/accounts/sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Ends an API key and every token made with it, at once. */
export async function revokeKey(platform: Changing, key: ApiKey, origin: Origin): Promise<void> {
  const { id, organizationId, clientId } = key
  await change(platform, origin, async (unit) => {
    await revokeApiKey(unit.trx, id, unit.now)
    await deleteSessionsOfKey(unit.trx, id)
    unit.changed('session', id)
    return unit.record('api-key.revoke', { organizationId, id, details: { clientId } })
  })
}
