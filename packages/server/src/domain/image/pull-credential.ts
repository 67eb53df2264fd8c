/**
 * How long an engine may pull with what it was given, and after how much of that it is given something new. A pod may move
 * to another node at any time, also while the platform is away: two thirds of the time are left for that.
 */
export const pullCredentialTimes = { validMs: 24 * 3600_000, renewAfterMs: 8 * 3600_000, retryMs: 60_000 }

/** When an instance got its credential, and when a renewal failed since. */
export interface Renewal {
  renewedAt: Date
  failedAt: Date | null
}

export function isRenewalDue({ renewedAt, failedAt }: Renewal, now: Date, times = pullCredentialTimes): boolean {
  const since = (at: Date) => now.getTime() - at.getTime()
  if (failedAt !== null && since(failedAt) < times.retryMs) return false
  return since(renewedAt) >= times.renewAfterMs
}
