import { REMOVE_WITHIN_MS } from '../../lib/s3/s3-client.ts'
import { transaction } from '../../store/database/transaction.ts'
import { claimUnlinkedBlobs, deleteIdleLinks, deleteRemovedBlobs, REMOVAL_MS } from '../../store/image/blobs.ts'
import { deleteIdleImages } from '../../store/image/images.ts'
import { knownPlaces, takeIdleUploads } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BATCH = 50
/** The last removal of a batch begins so early that it has ended, with some time to spare, before the claim does. */
const REMOVING_MS = REMOVAL_MS - REMOVE_WITHIN_MS - 10_000

export interface Collected {
  uploads: number
  images: number
  blobs: number
}

/**
 * Removes what nothing refers to: uploads nobody continued for a day, images without tag, release or index after a week,
 * blobs no image consists of after a day. The waiting times leave room for pushes that are in progress: blobs come before the manifest
 * that names them, images before the release.
 */
export async function collectBlobs(platform: Pick<Platform, 'blobs' | 'clock' | 'db'>): Promise<Collected> {
  const now = platform.clock.now().getTime()
  const yesterday = new Date(now - DAY)
  const uploads = await takeIdleUploads(platform.db, yesterday)
  for (const upload of uploads) await platform.blobs.discard(upload)
  const strays = await discardStrays(platform, yesterday)
  const images = await deleteIdleImages(platform.db, new Date(now - 7 * DAY))
  await deleteIdleLinks(platform.db, yesterday)
  let blobs = 0
  for (;;) {
    const removed = await removeBatch(platform, new Date(now - HOUR))
    blobs += removed
    if (removed < BATCH) return { uploads: uploads.length + strays, images, blobs }
  }
}

/** Bytes of uploads that the database does not know, left by a process that died at the wrong moment. */
async function discardStrays(platform: Pick<Platform, 'blobs' | 'db'>, before: Date): Promise<number> {
  const idle = (await platform.blobs.uploads()).filter((each) => each.touchedAt < before).map((each) => each.upload)
  const known = await knownPlaces(platform.db, idle)
  const strays = idle.filter((upload) => !known.has(upload))
  for (const upload of strays) await platform.blobs.discard(upload)
  return strays.length
}

/**
 * Bytes are removed while nobody can link the blob, and without an open transaction. If the process dies in between, the row stays without
 * bytes, which counts as absent, and a later run takes it again.
 */
async function removeBatch(platform: Pick<Platform, 'blobs' | 'clock' | 'db'>, before: Date): Promise<number> {
  const began = performance.now()
  const claim = { before, now: platform.clock.now(), limit: BATCH }
  const digests = await transaction(platform.db, (trx) => claimUnlinkedBlobs(trx, claim))
  const removed: string[] = []
  for (const digest of digests) {
    // The claim ends after a while, and a push may then bring the blob back.
    if (performance.now() - began > REMOVING_MS) break
    await platform.blobs.remove(digest)
    removed.push(digest)
  }
  await deleteRemovedBlobs(platform.db, removed)
  return removed.length
}
