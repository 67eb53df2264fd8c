import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { insertSession } from '../../store/accounts/sessions.ts'
import type { Platform } from '../platform/platform.ts'
import { checkApiKey } from './check-api-key.ts'

const TOKEN_SECONDS = 3600

/** Exchanges client ID and API key for a token that lives an hour at most and dies with its key and the secret it was made with. */
export async function createToken(
  platform: Pick<Platform, 'clock' | 'db' | 'random' | 'strangers'>,
  input: { clientId: string; apiKey: string; address: string; userAgent: string | null },
) {
  const key = await checkApiKey(platform, { clientId: input.clientId, secret: input.apiKey }, input.address)
  if (key === undefined)
    throw new Failure('credentials_wrong', 'The client ID or the API key is wrong, or the key was revoked.')
  if (key.organizationDisabledAt !== null)
    throw new Failure('organization_disabled', `The organization ${key.organizationName} is disabled.`)
  const now = platform.clock.now()
  const token = newToken('mtk', platform.random)
  const anHour = now.getTime() + TOKEN_SECONDS * 1000
  const expiresAt = new Date(Math.min(anHour, key.usedUntil?.getTime() ?? anHour))
  await insertSession(platform.db, {
    id: newId('ses', now, platform.random),
    tokenHash: hashToken(token),
    personId: null,
    apiKeyId: key.id,
    secretHash: key.usedHash,
    address: input.address,
    userAgent: input.userAgent,
    now,
    expiresAt,
  })
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    organization: { id: key.organizationId, name: key.organizationName },
  }
}
