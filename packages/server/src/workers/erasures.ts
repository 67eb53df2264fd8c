import { eraseAnonymized } from '../actions/erasure/erase-anonymized.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'

const EVERY_MS = 5_000

/** Erases what policy systems report as anonymized. A row is claimed with a lease, so that one worker carries it out. */
export function startErasures(platform: Platform, everyMs = EVERY_MS): { stop(): Promise<void> } {
  return startPeriodic(
    (signal) => eraseAnonymized(platform, signal),
    everyMs,
    (error) => platform.log.warn({ err: error }, 'An erasure could not be carried out; trying again later'),
  )
}
