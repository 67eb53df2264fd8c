const OBSERVED_MS = 30 * 24 * 3_600_000

/** Observations of the last 30 days are shown. */
export function observedSince(now: Date): Date {
  return new Date(now.getTime() - OBSERVED_MS)
}
