import { sealedThings } from '../../domain/platform/sealed-things.ts'
import type { MasterKey } from '../../lib/master-keys.ts'
import { hasBytes } from '../../store/image/blob-storage.ts'
import { blobsAfter } from '../../store/image/blobs.ts'
import { sealedCounts, wrappedKeys } from '../../store/platform/sealed-counts.ts'
import type { Platform } from '../platform/platform.ts'

const BATCH = 500

export interface LostSecrets {
  masterKeyId: string
  organizations: string[]
  things: { what: string; count: number; remedy: string | null }[]
}

export interface Verified {
  blobs: number
  missing: string[]
  /** Blobs whose size or digest is not what the database says. */
  damaged: string[]
  dataKeys: number
  /** Values that need each missing master key. */
  lost: LostSecrets[]
}

/** Compares the database with the bytes of images and with the master keys: what a restore brought back, and what not. Changes nothing. */
export async function verifyStorage(
  platform: Pick<Platform, 'db' | 'blobs'>,
  masterKeys: readonly MasterKey[],
): Promise<Verified> {
  return { ...(await verifyBlobs(platform)), ...(await verifyKeys(platform, masterKeys)) }
}

async function verifyBlobs({ db, blobs }: Pick<Platform, 'db' | 'blobs'>) {
  const found = { blobs: 0, missing: [] as string[], damaged: [] as string[] }
  let after = ''
  for (;;) {
    const rows = await blobsAfter(db, after, BATCH)
    for (const { digest, size } of rows) {
      found.blobs += 1
      const stored = await blobs.size(digest)
      if (stored === undefined) found.missing.push(digest)
      else if (stored !== size || !(await hasBytes(blobs, digest))) found.damaged.push(digest)
    }
    after = rows.at(-1)?.digest ?? ''
    if (rows.length < BATCH) return found
  }
}

/** Values that each master key in use can decrypt. */
export async function secretsByMasterKey(platform: Pick<Platform, 'db'>): Promise<LostSecrets[]> {
  return (await verifyKeys(platform, [])).lost
}

async function verifyKeys({ db }: Pick<Platform, 'db'>, masterKeys: readonly MasterKey[]) {
  const keys = await wrappedKeys(db)
  const given = new Set(masterKeys.map(({ id }) => id))
  const absent = [...new Set(keys.map(({ masterKeyId }) => masterKeyId))].filter((id) => !given.has(id))
  if (absent.length === 0) return { dataKeys: keys.length, lost: [] }
  const counts: Map<string, number>[] = []
  for (const thing of sealedThings) counts.push(await sealedCounts(db, thing))
  const lost = absent.map((masterKeyId): LostSecrets => {
    const wrapped = keys.filter((key) => key.masterKeyId === masterKeyId)
    const things = sealedThings.map(({ what, remedy }, index) => ({
      what,
      remedy,
      count: wrapped.reduce((sum, { id }) => sum + (counts[index]?.get(id) ?? 0), 0),
    }))
    return {
      masterKeyId,
      organizations: [...new Set(wrapped.map(({ owner }) => owner))].sort(),
      things: things.filter(({ count }) => count > 0),
    }
  })
  return { dataKeys: keys.length, lost }
}
