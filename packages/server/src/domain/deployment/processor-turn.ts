/** What one look saw: the processor time an instance took since its start, and how long it waited for one. */
export interface ProcessorReading {
  cpuSeconds: number
  waitedSeconds?: number | undefined
  at: Date
}

/** How an instance uses the processor, as far as it was looked at. */
export interface ProcessorTurn extends ProcessorReading {
  /** Whether it has only what others leave, and since when. */
  givesWay: boolean
  wayGivenAt?: Date | undefined
  /** Since when it is not as it should be for what it has: busy, or calm while it gives way. */
  since: Date | null
}

/** How often instances are looked at. */
export const LOOK_AT_USE_MS = 5_000
/** A start takes a while of computing; this is longer. */
const BUSY_MS = 10_000
const CALM_MS = 15_000
/** On a busy machine what gives way always waits, so that calm cannot be seen: then it is tried again. */
const LONGEST_MS = 5 * 60_000
/** What wants more than this share of what it may have at most computes without pause. */
const BUSY_SHARE = 0.5

/**
 * An instance that wants the processor without pause has what others leave, until it is calm for a while. What it waits for counts like what it takes:
 * a busy machine does not make it look calm. One that is new, or was started again, begins with its share.
 */
export function judgeTurn(before: ProcessorTurn | undefined, seen: ProcessorReading, ceiling: number): ProcessorTurn {
  if (before === undefined || seen.cpuSeconds < before.cpuSeconds) return { ...seen, givesWay: false, since: null }
  const elapsedMs = seen.at.getTime() - before.at.getTime()
  if (elapsedMs <= 0) return before
  const { wayGivenAt } = before
  if (wayGivenAt !== undefined && seen.at.getTime() - wayGivenAt.getTime() >= LONGEST_MS)
    return { ...seen, givesWay: false, since: null }
  const isBusy = (wantedSeconds(before, seen) * 1000) / elapsedMs > BUSY_SHARE * ceiling
  const asBefore = { ...seen, givesWay: before.givesWay, wayGivenAt }
  if (isBusy === before.givesWay) return { ...asBefore, since: null }
  // What this look saw began with the former one.
  const since = before.since ?? before.at
  const patienceMs = isBusy ? BUSY_MS : CALM_MS
  if (seen.at.getTime() - since.getTime() < patienceMs) return { ...asBefore, since }
  return { ...seen, givesWay: isBusy, since: null, ...(isBusy ? { wayGivenAt: seen.at } : {}) }
}

/** What it took and what it waited for between two looks. Threads that ended are no longer counted. */
function wantedSeconds(before: ProcessorReading, seen: ProcessorReading): number {
  const waited = (seen.waitedSeconds ?? 0) - (before.waitedSeconds ?? 0)
  return seen.cpuSeconds - before.cpuSeconds + Math.max(0, waited)
}
