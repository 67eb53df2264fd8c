import { eraseAnonymized } from '../actions/erasure/erase-anonymized.ts'
import { eraseLate } from '../actions/erasure/erase-late.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'

const EVERY_MS = 15_000

/** Erases what policy systems report as anonymized, and what was written after an erasure. A row is claimed with a lease, so that one worker carries it out. */
export function startErasures(platform: Platform, everyMs = EVERY_MS): { stop(): Promise<void> } {
  return startPeriodic(
    async (signal) => {
      await eraseAnonymized(platform, signal)
      await eraseLate(platform, signal)
    },
    everyMs,
    (error) => platform.log.warn({ err: error }, 'An erasure could not be carried out; trying again later'),
  )
}
