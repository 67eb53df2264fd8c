/** Upper ends of the classes that answer times are counted in, in milliseconds; one more class is above them all. */
export const latencyBounds = [2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

export function emptyLatencies(): number[] {
  return new Array<number>(latencyBounds.length + 1).fill(0)
}

export function latencyClass(durationMs: number): number {
  const found = latencyBounds.findIndex((bound) => durationMs <= bound)
  return found < 0 ? latencyBounds.length : found
}

/**
 * The time within which this share of the answers came, or null without any. It is estimated within its class, and never
 * above the slowest answer, where that is known (above 0).
 */
export function latencyQuantile(counts: readonly number[], share: number, slowestMs = 0): number | null {
  const estimated = estimate(counts, share)
  if (estimated === null || slowestMs <= 0) return estimated
  const isLast = estimated === latencyBounds.at(-1) && slowestMs > estimated
  return isLast ? slowestMs : Math.min(estimated, slowestMs)
}

function estimate(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= share * total) {
      const from = latencyBounds[index - 1] ?? 0
      const to = latencyBounds[index] ?? from
      return Math.round(from + (to - from) * Math.max(0, (share * total - below) / count))
    }
    below += count
  }
  return latencyBounds.at(-1) ?? null
}
