import { transaction } from '../../store/database/transaction.ts'
import { insertBlob, linkBlob, usedBytes } from '../../store/image/blobs.ts'
import { deleteUpload } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'

export type FinishedUpload =
  | { outcome: 'stored'; size: number }
  | { outcome: 'mismatch'; actual: string }
  | { outcome: 'over-quota' }

/**
 * Turns an upload into a blob of the repository. The bytes are checked against the digest first; row and file appear
 * together, under the row's lock, so that a collector removing the same blob and this never undo each other.
 */
export async function finishUpload(
  platform: Platform,
  input: { listing: { id: string; organizationId: string }; upload: string; digest: string; organizationBytes: number },
): Promise<FinishedUpload> {
  const { listing, upload, digest } = input
  const actual = await platform.blobs.digest(upload)
  const size = await platform.blobs.uploaded(upload)
  const now = platform.clock.now()
  const outcome =
    actual !== digest
      ? ({ outcome: 'mismatch', actual } as const)
      : await transaction(platform.db, async (trx) => {
          await deleteUpload(trx, upload)
          await insertBlob(trx, digest, size, now)
          await linkBlob(trx, listing.id, digest, now)
          if ((await usedBytes(trx, listing.organizationId)) > input.organizationBytes) throw new OverQuota()
          await platform.blobs.commit(upload, digest)
          return { outcome: 'stored', size } as const
        }).catch((error: unknown) => {
          if (error instanceof OverQuota) return { outcome: 'over-quota' } as const
          throw error
        })
  if (outcome.outcome !== 'stored') await discardUpload(platform, upload)
  return outcome
}

/** Undoes the transaction; never leaves this file. */
class OverQuota extends Error {}

export async function discardUpload(platform: Platform, upload: string): Promise<void> {
  await deleteUpload(platform.db, upload)
  await platform.blobs.discard(upload)
}
