import type { Scope } from '@mkt/contract/api'
import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { type ApiKey, insertApiKey } from '../../store/accounts/api-keys.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'

/** Makes an API key. The secret is returned once and only its hash is kept. */
export async function createApiKey(
  platform: Changing,
  input: { organization: Organization; name: string; scopes?: Scope[] | undefined },
  origin: Origin,
): Promise<{ key: ApiKey; secret: string }> {
  const now = platform.clock.now()
  const id = newId('key', now, platform.random)
  const secret = newToken('mks', platform.random)
  const clientId = `mkt_${platform.random.bytes(12).toString('hex')}`
  const scopes = [...new Set(input.scopes ?? (['publish'] as const))]
  await change(platform, origin, async (unit) => {
    await enforceQuota(unit, 'apiKeys', input.organization.id)
    await insertApiKey(unit.trx, {
      id,
      organizationId: input.organization.id,
      name: input.name,
      clientId,
      secretHash: hashToken(secret),
      scopes,
      createdBy: actorOf(origin.caller).id,
      now,
    })
    const details = { name: input.name, clientId, scopes }
    return unit.record('api-key.create', { organizationId: input.organization.id, id, details })
  })
  const key: ApiKey = {
    id,
    organizationId: input.organization.id,
    organizationName: input.organization.name,
    organizationDisabledAt: input.organization.disabledAt,
    name: input.name,
    clientId,
    scopes,
    createdAt: now,
    lastUsedAt: null,
    previousUntil: null,
  }
  return { key, secret }
}
