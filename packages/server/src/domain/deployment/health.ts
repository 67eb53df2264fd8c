/** Every time that the care for running applications goes by. Suites use shorter ones. */
export interface CareTimes {
  /** Between two health requests while an instance starts, and once it is healthy. */
  probeStartingMs: number
  probeEveryMs: number
  probeTimeoutMs: number
  /** Healthy answers in a row that make an instance healthy; misses in a row that have it replaced. */
  streak: number
  misses: number
  /** How long a deployment may take to become healthy. */
  startLimitMs: number
  /** Starts that ended by themselves before the first healthy answer, after which waiting longer is pointless. */
  startCrashes: number
  drainMs: number
  stopGraceMs: number
  backoffMinMs: number
  backoffMaxMs: number
  /** An instance that was healthy for this long has its former crashes forgotten. */
  steadyMs: number
  /** How long a deployment that nobody needs is kept. */
  lingerMs: number
  /** Between two looks at the engine while nothing happens. */
  lookEveryMs: number
}

export const careTimes: CareTimes = {
  probeStartingMs: 250,
  probeEveryMs: 10_000,
  probeTimeoutMs: 2_000,
  streak: 3,
  misses: 3,
  startLimitMs: 120_000,
  startCrashes: 5,
  drainMs: 60_000,
  stopGraceMs: 10_000,
  backoffMinMs: 1_000,
  backoffMaxMs: 60_000,
  steadyMs: 60_000,
  lingerMs: 300_000,
  lookEveryMs: 1_000,
}

/**
 * How much of the time since a start counts against its limit. Time in which nobody looked (the platform was down, the
 * database away) does not: nothing could become healthy then.
 */
export function attendedMs(since: Date, attendedSince: Date, now: Date): number {
  return now.getTime() - Math.max(since.getTime(), attendedSince.getTime())
}

/** An instance that has not answered yet is looked at after another fortieth of the time that it has taken so far. */
const START_SHARE = 40

/**
 * The pause between two looks at an instance that starts, `often` at first. On a machine where many start at once each of them
 * takes long, and looking at all of them often would take them the processor.
 */
export function startingPause(
  { since, streak }: { since: Date; streak: number },
  often: number,
  times: Pick<CareTimes, 'lookEveryMs'>,
  now: Date,
): number {
  if (streak > 0) return often
  return Math.max(often, Math.min(times.lookEveryMs, (now.getTime() - since.getTime()) / START_SHARE))
}

/** The pause before the next start after a number of crashes in a row: doubling from the shortest to the longest. */
export function restartDelay(crashes: number, times: CareTimes): number {
  if (crashes <= 0) return 0
  return Math.min(times.backoffMaxMs, times.backoffMinMs * 2 ** Math.min(crashes - 1, 30))
}

/** Result of a health check. */
export type HealthAnswer =
  | { well: true }
  /** `saw` says in words what it did instead of answering 200. */
  | { well: false; saw: string }
