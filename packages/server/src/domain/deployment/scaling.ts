/** How many instances a deployment has, and between which numbers the platform chooses; null where the publisher chose the number. */
export interface Scale {
  replicas: number
  minInstances: number | null
  maxInstances: number | null
}

/** Requests that one instance should have at once on average. */
export const REQUESTS_EACH = 10
/** A smaller number of instances must leave this share of them free, or the next minute would bring one back. */
const LEFT_FREE = 0.3
/** How long the load must be small before an instance goes. */
export const CALM_MS = 10 * 60_000
/** Then one goes each minute while it stays small. */
const STEP_MS = 60_000

export interface ScaleDecision {
  replicas: number
  /** Since when fewer instances would do; null while they would not. */
  calmSince: Date | null
}

/** Requests at once on average: the time that all of them took, by the time in which they came. */
export function concurrencyOf(busyMs: number, elapsedMs: number): number {
  return elapsedMs <= 0 ? 0 : busyMs / elapsedMs
}

/**
 * How many instances the load needs. Up at once and as far as needed, down by one at a time after a calm; never outside of what the
 * publisher allows. Pure: the same load at the same time gives the same number.
 */
export function decideReplicas(scale: Scale, concurrency: number, calmSince: Date | null, now: Date): ScaleDecision {
  const { replicas, minInstances, maxInstances } = scale
  if (minInstances === null || maxInstances === null) return { replicas, calmSince: null }
  const within = (count: number) => Math.min(Math.max(count, minInstances), maxInstances)
  const needed = within(Math.ceil(concurrency / REQUESTS_EACH))
  if (needed > replicas) return { replicas: needed, calmSince: null }
  const enough = within(Math.ceil(concurrency / (REQUESTS_EACH * (1 - LEFT_FREE))))
  if (enough >= replicas) return { replicas: within(replicas), calmSince: null }
  const since = calmSince ?? now
  if (now.getTime() - since.getTime() < CALM_MS) return { replicas: within(replicas), calmSince: since }
  return { replicas: within(replicas - 1), calmSince: new Date(now.getTime() - CALM_MS + STEP_MS) }
}
