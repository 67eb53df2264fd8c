import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../../store/database/transaction.ts'
import { linkBlob, reserveBlob, usedBytes } from '../../store/image/blobs.ts'
import { deleteUpload } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'
import { type HeldUpload, UploadRefused } from './hold-upload.ts'

export type FinishedUpload =
  | { outcome: 'stored'; size: number }
  | { outcome: 'mismatch'; actual: string }
  | { outcome: 'over-quota' }

interface Order {
  listing: { id: string; organizationId: string }
  /** A finished upload: owned by a request, or written by the platform under a secret name. */
  upload: HeldUpload | { place: string }
  digest: string
  organizationBytes: number
}

/** A collector that removes the same blob is waited for. */
const RESERVE_EVERY_MS = 200
const RESERVE_ATTEMPTS = 320

/**
 * Turns an upload into a blob of the repository. The bytes are checked against the digest first. The row comes before the bytes and the
 * link after them: a blob can be seen only when it is whole, and no collector takes it meanwhile. Only the request that holds the upload
 * ends it: one that has lost it by then links nothing.
 */
export async function finishUpload(
  platform: Pick<Platform, 'db' | 'blobs' | 'clock'>,
  order: Order,
): Promise<FinishedUpload> {
  const { upload, digest } = order
  const { digest: actual, size } = await platform.blobs.digest(upload.place)
  const outcome = actual === digest ? await store(platform, order, size) : ({ outcome: 'mismatch', actual } as const)
  if (outcome.outcome === 'stored') await platform.blobs.discard(upload.place)
  else await discardUpload(platform, upload)
  return outcome
}

async function store(
  { db, blobs, clock }: Pick<Platform, 'db' | 'blobs' | 'clock'>,
  { listing, upload, digest, organizationBytes }: Order,
  size: number,
): Promise<FinishedUpload> {
  const isThere = (await blobs.size(digest)) === size
  for (let attempt = 1; !(await reserveBlob(db, { digest, size, isThere }, clock.now())); attempt += 1) {
    if (attempt >= RESERVE_ATTEMPTS) throw new Error(`The blob ${digest} is being removed and does not get free.`)
    await delay(RESERVE_EVERY_MS)
  }
  await blobs.commit(upload.place, digest)
  try {
    await transaction(db, async (trx) => {
      if ('owner' in upload && (await deleteUpload(trx, upload)) === undefined) throw new UploadRefused('lost')
      if (!(await linkBlob(trx, listing.id, digest, clock.now())))
        throw new Error(`The blob ${digest} was removed before ${listing.id} could link it. Push it again.`)
      if ((await usedBytes(trx, listing.organizationId)) > organizationBytes) throw new OverQuota()
    })
    if ('owner' in upload) upload.ended = true
    return { outcome: 'stored', size }
  } catch (error) {
    if (error instanceof OverQuota) return { outcome: 'over-quota' }
    throw error
  }
}

/** Undoes the transaction; never leaves this file. */
class OverQuota extends Error {}

/** Gives up what was uploaded. What a request has lost is another's, and stays. */
export async function discardUpload(platform: Pick<Platform, 'db' | 'blobs'>, upload: Order['upload']): Promise<void> {
  if ('owner' in upload) {
    if ((await deleteUpload(platform.db, upload)) === undefined) throw new UploadRefused('lost')
    upload.ended = true
  }
  await platform.blobs.discard(upload.place)
}
