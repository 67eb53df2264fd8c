import type { KeyRing, SigningKey } from '../../domain/platform/key-ring.ts'
import {
  allSigningKeys,
  deleteSigningKeysBefore,
  insertSigningKey,
  lockSigningKeys,
} from '../../store/platform/signing-keys.ts'
import { type Changing, changeByPlatform } from './change.ts'
import type { Platform } from './platform.ts'

type Renewing = Changing & Pick<Platform, 'vault' | 'policy'>

/** Signing keys belong to no organization, so they are sealed for the platform itself. */
const OWNER = 'platform'

/** A new signing key is used only when every process had the time to learn of it, so that no valid key is ever unknown. */
const LEARNING_MS = 30_000
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export interface OpenKeyRing extends KeyRing {
  /** Reads the signing keys again, for a key that was signed by one not known here yet. */
  refresh(): Promise<void>
  close(): void
}

/** The signing keys in memory, kept current by the change feed. Makes the first one when there is none. */
export async function openKeyRing(platform: Renewing & Pick<Platform, 'changes' | 'log'>): Promise<OpenKeyRing> {
  let keys: (SigningKey & { createdAt: number })[] = []
  async function refresh(): Promise<void> {
    const rows = await allSigningKeys(platform.db)
    keys = await Promise.all(
      rows.map(async ({ id, sealed, createdAt }) => ({
        id,
        secret: await platform.vault.open(OWNER, aad(id), sealed),
        createdAt: createdAt.getTime(),
      })),
    )
  }
  const heard = () => {
    refresh().catch((error: unknown) => platform.log.warn({ err: error }, 'The signing keys could not be read'))
  }
  const close = platform.changes.subscribe('signing-key', { changed: heard, reset: heard })
  await refresh()
  if (keys.length === 0) {
    await addSigningKey(platform, true)
    await refresh()
  }
  return {
    current() {
      const learned = platform.clock.now().getTime() - LEARNING_MS
      const key = keys.find(({ createdAt }) => createdAt <= learned) ?? keys.at(-1)
      if (!key) throw new Error('There is no signing key.')
      return key
    },
    find: (id) => keys.find((key) => key.id === id),
    refresh,
    close,
  }
}

/**
 * Begins to sign with a new secret when the newest one is older than this; says whether it did. Keys signed with the
 * former one stay valid until they expire.
 */
export async function rotateSigningKey(platform: Renewing, olderThanMs: number): Promise<boolean> {
  const [newest] = await allSigningKeys(platform.db)
  const age = newest ? platform.clock.now().getTime() - newest.createdAt.getTime() : Number.POSITIVE_INFINITY
  if (age < olderThanMs) return false
  await addSigningKey(platform, false)
  return true
}

async function addSigningKey(
  platform: Changing & Pick<Platform, 'vault' | 'policy'>,
  onlyFirst: boolean,
): Promise<void> {
  const id = [...platform.random.bytes(8)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
  const sealed = await platform.vault.seal(OWNER, aad(id), platform.random.bytes(32))
  const createdAt = platform.clock.now()
  // One that was replaced a whole life and the learning time ago has no valid key left.
  const ended = new Date(createdAt.getTime() - (platform.policy.keyTtlSeconds * 1000 + LEARNING_MS))
  await changeByPlatform(platform, async (unit) => {
    const { trx } = unit
    await lockSigningKeys(trx)
    const present = await allSigningKeys(trx)
    if (onlyFirst && present.length > 0) return unit.unchanged()
    const inUse = present[0]
    if (inUse) await deleteSigningKeysBefore(trx, ended < inUse.createdAt ? ended : inUse.createdAt, inUse.id)
    await insertSigningKey(trx, { id, sealed, createdAt })
    return unit.changed('signing-key', id)
  })
}

function aad(id: string): string {
  return `signing key ${id}`
}
