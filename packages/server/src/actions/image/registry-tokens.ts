import { createHash } from 'node:crypto'
import { Failure } from '@mkt/contract/errors'
import type { Caller } from '../../domain/accounts/caller.ts'
import { issueRegistryToken, type RegistryAccess, readRegistryToken } from '../../domain/image/registry-grant.ts'
import { apiKeyByClientId } from '../../store/accounts/api-keys.ts'
import { checkApiKey } from '../accounts/check-api-key.ts'
import { keyCaller } from '../accounts/identify-caller.ts'
import type { Platform } from '../platform/platform.ts'

const LIFE_SECONDS = 3600

/** A mark of a stored hash: tells two secrets of a key apart and is no help in finding either. */
const markOf = (hash: Buffer) => createHash('sha256').update('registry').update(hash).digest('base64url').slice(0, 12)

/**
 * Exchanges client ID and API key for a token of the image registry: good for nothing else, limited to what was asked
 * for and granted. Nothing is stored; it dies with the secret it was made with.
 */
export async function createRegistryToken(
  platform: Pick<Platform, 'clock' | 'db' | 'keyRing' | 'strangers'>,
  input: { clientId: string; apiKey: string; address: string },
  grant: (caller: Caller) => Promise<RegistryAccess[]>,
): Promise<{ token: string; seconds: number }> {
  const key = await checkApiKey(platform, { clientId: input.clientId, secret: input.apiKey }, input.address)
  if (key === undefined)
    throw new Failure('credentials_wrong', 'The client ID or the API key is wrong, or the key was revoked.')
  const access = await grant(keyCaller(key, null))
  const expiresAt = platform.clock.now().getTime() + LIFE_SECONDS * 1000
  const facts = { clientId: key.clientId, secretMark: markOf(key.usedHash), expiresAt, access }
  return { token: issueRegistryToken(platform.keyRing, facts), seconds: LIFE_SECONDS }
}

/** Whose registry token this is and what it is limited to; refused when it is not, or no longer, ours. */
export async function identifyRegistryToken(
  platform: Pick<Platform, 'clock' | 'db' | 'keyRing'>,
  token: string,
): Promise<{ caller: Caller; access: RegistryAccess[] }> {
  const now = platform.clock.now()
  const grant = readRegistryToken(platform.keyRing, token, now)
  const key = grant && (await apiKeyByClientId(platform.db, grant.clientId))
  const hashes = key && [key.secretHash, ...(key.previousUntil && key.previousUntil > now ? [key.previousHash] : [])]
  if (!grant || !key || !hashes?.some((hash) => hash !== null && markOf(hash) === grant.secretMark))
    throw new Failure('credentials_wrong', 'The token is unknown, has expired, or its API key is gone. Sign in again.')
  return { caller: keyCaller(key, null), access: grant.access }
}
