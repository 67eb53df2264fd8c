export interface Slot {
  slot: Date
  requests: number
  failed: number
}

interface TrafficTrouble {
  of: 'calls' | 'deliveries'
  state: 'degraded' | 'failing'
  cause: string
  since: Date | null
}

export const trafficLimits = {
  /** Calls are judged by the last 15 minutes in which there were any, attempts to deliver events by the last 15 minutes. */
  windowMs: 15 * 60_000,
  /** Fewer failures than this are no pattern. */
  fewestFailures: 3,
  degradedShare: 0.1,
} as const

/** Judges what an installation was asked: calls of the last day, and attempts to deliver events of the last minutes, newest first. */
export function judgeTraffic(calls: readonly Slot[], attempts: readonly Slot[]): TrafficTrouble | undefined {
  return judgeCalls(calls) ?? judgeAttempts(attempts)
}

/** Undefined where too few failed to call it a pattern. */
function addUp(slots: readonly Slot[]): { requests: number; failed: number } | undefined {
  const requests = slots.reduce((sum, slot) => sum + slot.requests, 0)
  const failed = slots.reduce((sum, slot) => sum + slot.failed, 0)
  const pattern = failed >= trafficLimits.fewestFailures && failed >= requests * trafficLimits.degradedShare
  return pattern ? { requests, failed } : undefined
}

/** Some attempts fail and others succeed: one kind of event is refused, perhaps. What failed is tried again and may succeed, so only the last minutes count. */
function judgeAttempts(slots: readonly Slot[]): TrafficTrouble | undefined {
  const sum = addUp(slots)
  if (sum === undefined) return undefined
  const cause = `${sum.failed} of ${sum.requests} attempts to deliver events failed in the last minutes.`
  return { of: 'deliveries', state: 'degraded', cause, since: sinceOf(slots, false) }
}

function judgeCalls(slots: readonly Slot[]): TrafficTrouble | undefined {
  const [latest] = slots
  if (latest === undefined) return undefined
  const sum = addUp(slots.filter(({ slot }) => latest.slot.getTime() - slot.getTime() < trafficLimits.windowMs))
  if (sum === undefined) return undefined
  const { requests, failed } = sum
  const all = failed === requests
  const cause = all ? `All ${failed} calls fail.` : `${failed} of ${requests} calls fail.`
  return { of: 'calls', state: all ? 'failing' : 'degraded', cause, since: sinceOf(slots, all) }
}

/** The beginning of the run of slots that look like the latest one. */
function sinceOf(slots: readonly Slot[], all: boolean): Date | null {
  let since: Date | null = null
  for (const { slot, requests, failed } of slots) {
    if (failed === 0 || (all && failed < requests)) break
    since = slot
  }
  return since
}
