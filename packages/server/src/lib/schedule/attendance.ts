import type { Clock } from '../clock.ts'

/** Knows since when work has been attended to without a gap, for time limits that must not run while nobody works. */
export interface Attendance {
  /** Something was attended to, successfully. */
  mark(): void
  /** Since when there was no gap. */
  readonly since: Date
}

/**
 * No success for longer than `gapMs` is a gap: the process was stopped or suspended, or the database or the engine was
 * away. Time counts from its end.
 */
export function createAttendance(clock: Clock, gapMs = 10_000): Attendance {
  let last = clock.now()
  let since = last
  function look(): Date {
    const now = clock.now()
    if (now.getTime() - last.getTime() > gapMs) {
      since = now
      last = now
    }
    return now
  }
  return {
    mark() {
      last = look()
    },
    get since() {
      look()
      return since
    },
  }
}
