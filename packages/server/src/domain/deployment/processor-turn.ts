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
  /** How long it gives way at most before it is tried again. */
  wayForMs?: number | undefined
  /** Since when it is not as it should be for what it has: busy, or calm while it gives way. */
  since: Date | null
}

/** How often instances are looked at. */
export const LOOK_AT_USE_MS = 5_000
/** A start takes a while of computing; this is longer. */
const BUSY_MS = 10_000
const CALM_MS = 15_000
/** On a busy machine what gives way always waits, so that calm cannot be seen: then it is tried again, each time after twice as long. */
const FIRST_TRY_MS = 30_000
const LAST_TRY_MS = 5 * 60_000
/** What wants more than this share of what it may have at most computes without pause. */
const BUSY_SHARE = 0.5
/** An instance that uses less than this part of its guaranteed share takes nothing from others: it waits because they compute. */
const LIGHT_SHARE = 0.5

/** Shares of a core: what an instance may have at most, and what it has on a machine where all compute. */
export interface ProcessorShares {
  cpu: number
  cpuCeiling: number
}

/**
 * An instance that wants the processor without pause has what others leave, until it is calm for a while. What it waits for counts like what it takes:
 * a busy machine does not make it look calm. Nor does waiting alone make it look busy: what takes little of its guaranteed share keeps it. One that is
 * new, or was started again, begins with its share.
 */
export function judgeTurn(
  before: ProcessorTurn | undefined,
  seen: ProcessorReading,
  { cpu, cpuCeiling }: ProcessorShares,
): ProcessorTurn {
  if (before === undefined || seen.cpuSeconds < before.cpuSeconds) return { ...seen, givesWay: false, since: null }
  const elapsedSeconds = (seen.at.getTime() - before.at.getTime()) / 1000
  if (elapsedSeconds <= 0) return before
  const { wayGivenAt, wayForMs } = before
  if (before.givesWay && wayGivenAt !== undefined && seen.at.getTime() - wayGivenAt.getTime() >= (wayForMs ?? 0))
    return { ...seen, givesWay: false, since: null, wayForMs }
  const wantsMuch = wantedSeconds(before, seen) > BUSY_SHARE * cpuCeiling * elapsedSeconds
  const takesLittle = seen.cpuSeconds - before.cpuSeconds < LIGHT_SHARE * cpu * elapsedSeconds
  // What gives way takes little because it gets little.
  const isBusy = wantsMuch && (before.givesWay || !takesLittle)
  if (isBusy === before.givesWay) {
    const keeps = before.givesWay ? { wayGivenAt, wayForMs } : {}
    return { ...seen, givesWay: before.givesWay, since: null, ...keeps }
  }
  // What this look saw began with the former one.
  const since = before.since ?? before.at
  const patienceMs = isBusy ? BUSY_MS : CALM_MS
  if (seen.at.getTime() - since.getTime() < patienceMs)
    return { ...seen, givesWay: before.givesWay, since, wayGivenAt, wayForMs }
  if (!isBusy) return { ...seen, givesWay: false, since: null }
  const nextMs = wayForMs === undefined ? FIRST_TRY_MS : Math.min(LAST_TRY_MS, wayForMs * 2)
  return { ...seen, givesWay: true, since: null, wayGivenAt: seen.at, wayForMs: nextMs }
}

/** What it took and what it waited for between two looks. Threads that ended are no longer counted. */
function wantedSeconds(before: ProcessorReading, seen: ProcessorReading): number {
  const waited = (seen.waitedSeconds ?? 0) - (before.waitedSeconds ?? 0)
  return seen.cpuSeconds - before.cpuSeconds + Math.max(0, waited)
}
