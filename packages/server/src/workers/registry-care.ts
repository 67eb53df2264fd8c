import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { makeSbom } from '../actions/material/make-sbom.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { checkRelease } from '../actions/release/check-release.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'
import { imagesWithoutSbom } from '../store/material/sboms.ts'
import { uncheckedReleases } from '../store/release/releases.ts'

const CHECK_EVERY_MS = 30_000
const COLLECT_EVERY_MS = 3_600_000
/** A release is checked by the request that creates it; after this time that request must have died. */
const ABANDONED_MS = 60_000
/** A very large image is given this time to be read. */
const READING_MS = 600_000

/**
 * Looks after what requests may leave behind: releases whose check or reading was cut off, and bytes that nothing refers to. Both
 * are safe to do twice and in several processes at once, so there is no lease.
 */
export function startRegistryCare(platform: Platform): { stop(): Promise<void> } {
  const failed = (error: unknown) =>
    platform.log.warn({ err: error }, 'Looking after the registry failed; it is tried again')
  const check = async (stopping: AbortSignal) => {
    /** One that fails is tried again, and the others have their turn. */
    async function each<Item>(items: readonly Item[], look: (item: Item) => Promise<unknown>): Promise<void> {
      for (const item of items) if (!stopping.aborted) await look(item).catch(failed)
    }
    const before = new Date(platform.clock.now().getTime() - ABANDONED_MS)
    await each(await uncheckedReleases(platform.db, before), (id) => checkRelease(platform, id, 'care'))
    await each(await imagesWithoutSbom(platform.db, before), (image) =>
      makeSbom(platform, image, { limitMs: READING_MS, lane: 'care', last: true }),
    )
  }
  const collect = async () => {
    const collected = await collectBlobs(platform)
    if (Object.values(collected).some((count) => count > 0))
      platform.log.info({ ...collected }, 'the registry was tidied up')
  }
  const checks = startPeriodic(check, CHECK_EVERY_MS, failed)
  const collections = startPeriodic(collect, COLLECT_EVERY_MS, failed)
  checks.run().catch(failed)
  return {
    async stop() {
      await Promise.all([checks.stop(), collections.stop()])
    },
  }
}
