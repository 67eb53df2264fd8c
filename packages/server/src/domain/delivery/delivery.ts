import { deliveryMachine, type SettledState, type StoredDeliveryState } from '@mkt/contract/states'
import { type AttemptOutcome, delayBefore, verdictOf } from './retry.ts'
import { type RouteDecision, type RouteHealth, routeAfter } from './route-health.ts'

/** Why a delivery is a dead letter. */
export type DeadReason =
  | 'rejected'
  | 'gone'
  | 'exhausted'
  | 'suspected_poison'
  | 'uninstalled'
  | 'payload_gone'
  | 'erased'

export interface DeliveryFacts {
  attemptCount: number
  /** Attempts spent of the schedule since the delivery was accepted or replayed. */
  step: number
  /** Crashes of an instance while it handled this delivery. */
  crashes: number
}

export interface DeliveryNext extends DeliveryFacts {
  state: StoredDeliveryState
  reason: DeadReason | null
  dueAt: Date
}

export interface AfterAttempt extends RouteDecision {
  delivery: DeliveryNext
}

/** After this number of crashes a delivery is sent alone; one more makes it a dead letter. */
const CRASHES_BEFORE_ALONE = 2

const { deliver, retry, 'give-up': giveUp } = deliveryMachine.moves

export function mustBeSentAlone(delivery: DeliveryFacts): boolean {
  return delivery.crashes >= CRASHES_BEFORE_ALONE
}

/**
 * Decides what follows from an attempt, for the delivery and for its route. A probe (the one attempt an hour of a paused route) spends
 * nothing of the schedule.
 */
export function afterAttempt(input: {
  delivery: DeliveryFacts
  health: RouteHealth
  path: string
  releaseId: string
  outcome: AttemptOutcome
  probe: boolean
  schedule: readonly number[]
  chance: number
  now: Date
}): AfterAttempt {
  const { delivery, health, outcome, probe, now } = input
  const verdict = verdictOf(outcome)
  const counted = { ...delivery, attemptCount: delivery.attemptCount + (probe ? 0 : 1) }
  const crashed = outcome.kind === 'failed' && outcome.error === 'crash'
  const crashes = delivery.crashes + (crashed ? 1 : 0)
  const done = ({ to }: { to: SettledState }, reason: DeadReason | null): DeliveryNext => ({
    ...counted,
    crashes,
    state: to,
    reason,
    dueAt: now,
  })
  const route = routeAfter(verdict, health, { path: input.path, releaseId: input.releaseId, now })
  switch (verdict) {
    case 'delivered':
      return { delivery: done(deliver, null), ...route }
    case 'gone':
      return { delivery: done(giveUp, 'gone'), ...route }
    case 'rejected':
      return { delivery: done(giveUp, 'rejected'), ...route }
    case 'retry': {
      if (crashed && mustBeSentAlone(delivery)) return { delivery: done(giveUp, 'suspected_poison'), ...route }
      if (probe) return { delivery: { ...counted, crashes, state: retry.to, reason: null, dueAt: now }, ...route }
      const step = delivery.step + 1
      const retryAfter = outcome.kind === 'answer' ? outcome.retryAfter : undefined
      const delay = delayBefore(step, input.schedule, input.chance, now, retryAfter)
      if (delay === undefined) return { delivery: { ...done(giveUp, 'exhausted'), step }, ...route }
      const dueAt = new Date(now.getTime() + delay)
      return { delivery: { ...counted, crashes, step, state: retry.to, reason: null, dueAt }, ...route }
    }
  }
}
