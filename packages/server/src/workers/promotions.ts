import type { Platform } from '../actions/platform/platform.ts'
import { advancePromotions } from '../actions/promotion/advance-promotions.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'

const EVERY_MS = 10_000

/** Carries promotions in waves on. Every worker looks; a row is decided on under its lock, so that one of them acts. */
export function startPromotions(platform: Platform): { stop(): Promise<void> } {
  return startPeriodic(
    () => advancePromotions(platform),
    EVERY_MS,
    (error) => platform.log.warn({ err: error }, 'Promotions could not be looked at; trying again soon'),
  )
}
