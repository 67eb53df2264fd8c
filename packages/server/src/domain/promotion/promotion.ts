import { createHash } from 'node:crypto'
import type { FailedGate } from '../trial/gates.ts'

/** RUNNING → DONE after its last wave, or HALTED: then the wave is returned. */
export type PromotionState = 'RUNNING' | 'DONE' | 'HALTED'

/** Requests that a release was sent, and how many failed. */
export interface Health {
  requests: number
  failed: number
}

export interface Wave {
  /** Shares of the customers' installations in per cent, rising. */
  waves: readonly number[]
  /** Which of them is in progress. */
  wave: number
  everyHours: number
  waveAt: Date
}

/** Fewer requests than this say nothing. */
const LEAST_REQUESTS = 50
const HOUR_MS = 3_600_000

/**
 * The installations that join a wave, in the order of a stable hash: always the same ones come first, whatever the release. A share is
 * rounded up, because a wave without an installation would prove nothing. Those that hold the release already count.
 */
export function joinsWave(ids: readonly string[], holders: ReadonlySet<string>, percent: number): string[] {
  const missing = Math.ceil((ids.length * percent) / 100) - ids.filter((id) => holders.has(id)).length
  return ids
    .filter((id) => !holders.has(id))
    .map((id) => ({ id, hash: createHash('sha256').update(id).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, Math.max(0, missing))
    .map(({ id }) => id)
}

export function nextWaveAt({ waveAt, everyHours }: Wave): Date {
  return new Date(waveAt.getTime() + everyHours * HOUR_MS)
}

export type WaveDecision =
  | { kind: 'wait' }
  | { kind: 'next'; wave: number }
  | { kind: 'finish' }
  | { kind: 'halt'; reason: string }

/** Next step of a promotion. A harmful release is halted immediately, not at the end of its wave. */
export function decideWave(input: {
  promotion: Wave
  now: Date
  before: Health
  after: Health
  /** Gates that a trial of the release exceeded. */
  failedGates: readonly FailedGate[]
  /** Version of another release that the publisher returned to meanwhile. */
  returnedTo: string | undefined
}): WaveDecision {
  const { promotion, now, before, after, failedGates, returnedTo } = input
  if (returnedTo !== undefined) return { kind: 'halt', reason: `Its publisher returned to release ${returnedTo}.` }
  const [gate] = failedGates
  if (gate !== undefined)
    return {
      kind: 'halt',
      reason: `A trial exceeded ${gate.gate}: ${gate.actual}${gate.currency ? ` in ${gate.currency}` : ''} where at most ${gate.limit} is allowed.`,
    }
  if (isWorse(before, after))
    return {
      kind: 'halt',
      reason: `${after.failed} of ${after.requests} requests to the new release failed, ${before.failed} of ${before.requests} to the old one: more than twice as many.`,
    }
  if (now < nextWaveAt(promotion)) return { kind: 'wait' }
  const last = promotion.wave >= promotion.waves.length - 1
  return last ? { kind: 'finish' } : { kind: 'next', wave: promotion.wave + 1 }
}

/** Whether failures of the new release exceed twice the old one's. Without requests to the old one its share is nil. */
export function isWorse(before: Health, after: Health): boolean {
  if (after.requests < LEAST_REQUESTS) return false
  const share = ({ requests, failed }: Health) => (requests === 0 ? 0 : failed / requests)
  return share(after) > 2 * share(before)
}
