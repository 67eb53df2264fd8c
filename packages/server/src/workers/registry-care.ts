import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { makeSbom } from '../actions/material/make-sbom.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { checkRelease } from '../actions/release/check-release.ts'
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
  let running = Promise.resolve()
  const later = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'looking after the registry failed; it is tried again')
    })
  }
  const check = async () => {
    const before = new Date(platform.clock.now().getTime() - ABANDONED_MS)
    for (const id of await uncheckedReleases(platform.db, before)) await checkRelease(platform, id)
    for (const image of await imagesWithoutSbom(platform.db, before))
      await makeSbom(platform, image, { limitMs: READING_MS, last: true })
  }
  const collect = async () => {
    const collected = await collectBlobs(platform)
    if (Object.values(collected).some((count) => count > 0))
      platform.log.info({ ...collected }, 'the registry was tidied up')
  }
  later(check)
  const timers = [setInterval(() => later(check), CHECK_EVERY_MS), setInterval(() => later(collect), COLLECT_EVERY_MS)]
  for (const timer of timers) timer.unref()
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
}
