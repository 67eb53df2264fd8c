/** Upper ends of the classes that answer times are counted in, in milliseconds; one more class is above them all. */
export const latencyBounds = [2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

/**
 * The same answers counted in narrow classes, after the wide ones: four in each doubling from 1 ms to 32 s. A percentile of them is
 * nearly that of the times themselves. Counts of the time before have the wide ones alone.
 */
const PER_DOUBLING = 4
const narrowBounds = Array.from({ length: 15 * PER_DOUBLING + 1 }, (_, index) => 2 ** (index / PER_DOUBLING))

/** How many wide classes stand first, and how many classes there are in all. */
export const wideClasses = latencyBounds.length + 1
export const latencyClasses = wideClasses + narrowBounds.length + 1

export function emptyLatencies(): number[] {
  return new Array<number>(latencyClasses).fill(0)
}

export function latencyClass(durationMs: number): number {
  const found = latencyBounds.findIndex((bound) => durationMs <= bound)
  return found < 0 ? latencyBounds.length : found
}

export function narrowClass(durationMs: number): number {
  const place = durationMs <= 1 ? 0 : Math.ceil(Math.log2(durationMs) * PER_DOUBLING)
  return wideClasses + Math.min(place, narrowBounds.length)
}

/**
 * The time within which this share of the answers came, or null without any. It is estimated within its class, and never
 * above the slowest answer, where that is known (above 0).
 */
export function latencyQuantile(counts: readonly number[], share: number, slowestMs = 0): number | null {
  const wide = counts.slice(0, wideClasses)
  const narrow = counts.slice(wideClasses)
  const total = sumOf(wide)
  if (total === 0) return null
  const [bounds, classes] = sumOf(narrow) === total ? [narrowBounds, narrow] : [latencyBounds, wide]
  const estimated = estimate(classes, bounds, share * total)
  if (slowestMs <= 0) return estimated
  const isLast = estimated === Math.round(bounds.at(-1) ?? 0) && slowestMs > estimated
  return isLast ? slowestMs : Math.min(estimated, slowestMs)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function estimate(counts: readonly number[], bounds: readonly number[], wanted: number): number {
  let below = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = bounds[index - 1] ?? 0
      const to = bounds[index] ?? from
      return Math.round(from + (to - from) * Math.max(0, (wanted - below) / count))
    }
    below += count
  }
  return Math.round(bounds.at(-1) ?? 0)
}
