import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../../store/database/transaction.ts'
import { linkBlob, reserveBlob, usedBytes } from '../../store/image/blobs.ts'
import { deleteUpload } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'

export type FinishedUpload =
  | { outcome: 'stored'; size: number }
  | { outcome: 'mismatch'; actual: string }
  | { outcome: 'over-quota' }

/** A collector that removes the same blob is waited for. */
const RESERVE_EVERY_MS = 200
const RESERVE_ATTEMPTS = 320

/**
 * Turns an upload into a blob of the repository. The bytes are checked against the digest first. The row comes before the bytes and the
 * link after them: a blob can be seen only when it is whole, and no collector takes it meanwhile.
 */
export async function finishUpload(
  platform: Pick<Platform, 'db' | 'blobs' | 'clock'>,
  input: { listing: { id: string; organizationId: string }; upload: string; digest: string; organizationBytes: number },
): Promise<FinishedUpload> {
  const { upload, digest } = input
  const { digest: actual, size } = await platform.blobs.digest(upload)
  const outcome = actual === digest ? await store(platform, input, size) : ({ outcome: 'mismatch', actual } as const)
  await discardUpload(platform, upload)
  return outcome
}

async function store(
  { db, blobs, clock }: Pick<Platform, 'db' | 'blobs' | 'clock'>,
  { listing, upload, digest, organizationBytes }: Parameters<typeof finishUpload>[1],
  size: number,
): Promise<FinishedUpload> {
  const isThere = (await blobs.size(digest)) === size
  for (let attempt = 1; !(await reserveBlob(db, { digest, size, isThere }, clock.now())); attempt += 1) {
    if (attempt >= RESERVE_ATTEMPTS) throw new Error(`The blob ${digest} is being removed and does not get free.`)
    await delay(RESERVE_EVERY_MS)
  }
  await blobs.commit(upload, digest)
  try {
    return await transaction(db, async (trx) => {
      await deleteUpload(trx, upload)
      if (!(await linkBlob(trx, listing.id, digest, clock.now())))
        throw new Error(`The blob ${digest} was removed before ${listing.id} could link it. Push it again.`)
      if ((await usedBytes(trx, listing.organizationId)) > organizationBytes) throw new OverQuota()
      return { outcome: 'stored', size }
    })
  } catch (error) {
    if (error instanceof OverQuota) return { outcome: 'over-quota' }
    throw error
  }
}

/** Undoes the transaction; never leaves this file. */
class OverQuota extends Error {}

export async function discardUpload(platform: Pick<Platform, 'db' | 'blobs'>, upload: string): Promise<void> {
  await deleteUpload(platform.db, upload)
  await platform.blobs.discard(upload)
}
