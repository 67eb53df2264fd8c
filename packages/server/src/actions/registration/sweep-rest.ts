import { REFUSAL_REST_MS } from '../../domain/tenant/credential.ts'
import { SWEEP_EVERY_MS } from './register-installation.ts'

const AGAIN_MS = 5_000

/** When a tenant is looked at again: soon after trouble, ever later while it lasts, and rarely while it refuses us. */
export function nextSweepMs(failures: number, refused: boolean): number {
  if (refused) return REFUSAL_REST_MS
  return failures === 0 ? SWEEP_EVERY_MS : Math.min(AGAIN_MS * 2 ** (failures - 1), REFUSAL_REST_MS)
}

/**
 * How long a tenant rests after a sweep that was cut off. Each installation has its turn once in the time that a round of all takes and
 * a minute more, so that a tenant that is always behind is not swept without rest: launches wait for its lease.
 */
export function restAfterCutMs(round: { workMs: number; swept: number; all: number; oldestMs: number }): number {
  const roundMs = (round.workMs / round.swept) * round.all
  const untilDueMs = roundMs + SWEEP_EVERY_MS - round.oldestMs
  return Math.min(Math.max(untilDueMs, AGAIN_MS), SWEEP_EVERY_MS)
}
