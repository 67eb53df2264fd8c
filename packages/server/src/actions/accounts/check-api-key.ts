import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../../lib/token.ts'
import { apiKeyByClientId, type KeyWithHashes, touchApiKey } from '../../store/accounts/api-keys.ts'
import type { Db } from '../../store/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { gatheredLookUps } from './gathered-look-ups.ts'
import { lookUpCredential } from './look-up-credential.ts'

const TOUCH_MS = 60_000

/** A key, with the hash of the secret that was given, the present one or the former, and the end of a former one. */
export interface CheckedKey extends KeyWithHashes {
  usedHash: Buffer
  usedUntil: Date | null
}

/** Keys whose use is being written down, by database. */
const touching = new WeakMap<Db, Set<string>>()

/** Writes down that a key was used. Of many requests at once one does it: the others would wait for its row. */
async function touchOnce(db: Db, keyId: string, now: Date): Promise<void> {
  const keys = touching.get(db) ?? new Set()
  touching.set(db, keys)
  if (keys.has(keyId)) return
  keys.add(keyId)
  try {
    await touchApiKey(db, keyId, now)
  } finally {
    keys.delete(keyId)
  }
}

interface Shown {
  clientId: string
  secret: string
}

/** The key behind client ID and secret, or undefined when they do not belong together. The former secret counts through its grace period. */
export function checkApiKey(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  shown: Shown,
  address: string | undefined,
): Promise<CheckedKey | undefined> {
  return lookUpCredential(platform, address, `${shown.clientId}:${shown.secret}`, (isKnown) =>
    compare(platform, shown, isKnown),
  )
}

async function compare(
  platform: Pick<Platform, 'clock' | 'db'>,
  { clientId, secret }: Shown,
  isKnown: boolean,
): Promise<CheckedKey | undefined> {
  // No client ID holds a NUL, and the database cannot even be asked about one.
  if (clientId.includes('\0')) return undefined
  const key = await (isKnown ? apiKeyByClientId(platform.db, clientId) : gatheredLookUps(platform).key.add(clientId))
  if (key === undefined) return undefined
  const now = platform.clock.now()
  const given = hashToken(secret)
  const former =
    key.previousHash !== null && key.previousUntil !== null && key.previousUntil > now ? key.previousHash : null
  const isPresent = timingSafeEqual(given, key.secretHash)
  if (!isPresent && (former === null || !timingSafeEqual(given, former))) return undefined
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > TOUCH_MS)
    await touchOnce(platform.db, key.id, now)
  return { ...key, usedHash: given, usedUntil: isPresent ? null : key.previousUntil }
}
