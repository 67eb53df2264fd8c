import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { makeSbom } from '../actions/material/make-sbom.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { checkRelease } from '../actions/release/check-release.ts'
import { guarded } from '../lib/guarded.ts'
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
  let stopping = false
  const tell = (error: unknown) =>
    platform.log.warn({ err: error }, 'Looking after the registry failed; it is tried again')

  /** One that fails is tried again, and the others have their turn. */
  async function each<Item>(items: readonly Item[], look: (item: Item) => Promise<unknown>): Promise<void> {
    for (const item of items) {
      if (stopping) return
      await look(item).catch(tell)
    }
  }
  const check = async () => {
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
  const tasks = [everySoOften(check, CHECK_EVERY_MS, tell), everySoOften(collect, COLLECT_EVERY_MS, tell)]
  tasks[0]?.begin()
  return {
    async stop() {
      stopping = true
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}

/** A turn that takes longer than the time between two is not begun again meanwhile. */
function everySoOften(work: () => Promise<void>, everyMs: number, failed: (error: unknown) => void) {
  let running: Promise<void> | undefined
  const begin = () => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(guarded(failed, begin), everyMs).unref()
  return {
    begin,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
