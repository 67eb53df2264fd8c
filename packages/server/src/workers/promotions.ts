import type { Platform } from '../actions/platform/platform.ts'
import { advancePromotions } from '../actions/promotion/advance-promotions.ts'
import { guarded } from '../lib/guarded.ts'

const EVERY_MS = 10_000

/** Carries promotions in waves on. Every worker looks; a row is decided on under its lock, so that one of them acts. */
export function startPromotions(platform: Platform): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const failed = (error: unknown) =>
    platform.log.warn({ err: error }, 'Promotions could not be looked at; trying again soon')
  const look = () => {
    running = advancePromotions(platform).catch(failed)
    return running
  }
  const timer = setInterval(guarded(failed, look), EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
