import { deliveryMachine, type SettledState, type StoredDeliveryState } from '@mkt/contract/states'
import { type AttemptOutcome, delayBefore, type Verdict, verdictOf } from './retry.ts'

/** Why a delivery is a dead letter. */
export type DeadReason = 'rejected' | 'gone' | 'exhausted' | 'suspected_poison' | 'uninstalled' | 'payload_gone'

export interface DeliveryFacts {
  attemptCount: number
  /** Attempts spent of the schedule since the delivery was accepted or replayed. */
  step: number
  /** Crashes of an instance while it handled this delivery. */
  crashes: number
}

/** How the webhooks of a route fare. */
export interface RouteHealth {
  failingSince: Date | null
  warnedAt: Date | null
  pausedAt: Date | null
  pauseReason: 'failing' | 'gone' | null
  pausedReleaseId: string | null
  probeAt: Date | null
}

export const healthy: RouteHealth = {
  failingSince: null,
  warnedAt: null,
  pausedAt: null,
  pauseReason: null,
  pausedReleaseId: null,
  probeAt: null,
}

export interface DeliveryNext extends DeliveryFacts {
  state: StoredDeliveryState
  reason: DeadReason | null
  dueAt: Date
}

export type Notice = 'failing' | 'paused' | 'recovered'

export interface AfterAttempt {
  delivery: DeliveryNext
  /** The route's health where it changed. */
  health: RouteHealth | undefined
  notice: Notice | undefined
}

export const limits = {
  /** Failing this long without a success pauses the route. */
  pauseAfterMs: 72 * 3_600_000,
  warnAfterMs: 3_600_000,
  probeEveryMs: 3_600_000,
  /** With so many crashes behind it, a delivery is sent alone; one more makes it a dead letter. */
  crashesBeforeAlone: 2,
} as const

const { deliver, retry, 'give-up': giveUp } = deliveryMachine.moves

export function mustGoAlone(delivery: DeliveryFacts): boolean {
  return delivery.crashes >= limits.crashesBeforeAlone
}

/**
 * Decides what follows from an attempt, for the delivery and for its route. A probe (the one attempt an hour of a paused route) spends
 * nothing of the schedule.
 */
export function afterAttempt(input: {
  delivery: DeliveryFacts
  health: RouteHealth
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
  const route = routeAfter(verdict, health, input.releaseId, now)
  switch (verdict) {
    case 'delivered':
      return { delivery: done(deliver, null), ...route }
    case 'gone':
      return { delivery: done(giveUp, 'gone'), ...route }
    case 'rejected':
      return { delivery: done(giveUp, 'rejected'), ...route }
    case 'retry': {
      if (crashed && mustGoAlone(delivery)) return { delivery: done(giveUp, 'suspected_poison'), ...route }
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

function routeAfter(
  verdict: Verdict,
  health: RouteHealth,
  releaseId: string,
  now: Date,
): { health: RouteHealth | undefined; notice: Notice | undefined } {
  if (verdict === 'delivered') {
    const wasTroubled = health.failingSince !== null || health.pauseReason === 'failing'
    if (!wasTroubled) return { health: undefined, notice: undefined }
    // A route that said "gone" stays paused: one replayed success does not mean that it wants everything again.
    const next = health.pauseReason === 'gone' ? { ...health, failingSince: null, warnedAt: null } : healthy
    return { health: next, notice: health.warnedAt === null && health.pausedAt === null ? undefined : 'recovered' }
  }
  const failingSince = health.failingSince ?? now
  if (verdict === 'gone' && health.pauseReason !== 'gone') {
    const paused = { pausedAt: now, pauseReason: 'gone' as const, pausedReleaseId: releaseId, probeAt: null }
    return { health: { ...health, failingSince, ...paused }, notice: 'paused' }
  }
  if (health.pausedAt !== null) {
    const probeAt = health.pauseReason === 'failing' ? new Date(now.getTime() + limits.probeEveryMs) : null
    return { health: { ...health, failingSince, probeAt }, notice: undefined }
  }
  const failingFor = now.getTime() - failingSince.getTime()
  if (failingFor >= limits.pauseAfterMs) {
    const probeAt = new Date(now.getTime() + limits.probeEveryMs)
    const paused = { pausedAt: now, pauseReason: 'failing' as const, pausedReleaseId: releaseId, probeAt }
    return { health: { ...health, failingSince, ...paused }, notice: 'paused' }
  }
  if (failingFor >= limits.warnAfterMs && health.warnedAt === null) {
    return { health: { ...health, failingSince, warnedAt: now }, notice: 'failing' }
  }
  return { health: health.failingSince === null ? { ...health, failingSince } : undefined, notice: undefined }
}

export type RouteMood = 'open' | 'probe' | 'closed'

/** Whether a route's deliveries go out, only its hourly probe, or none. A new release ends every pause. */
export function routeMood(health: RouteHealth, releaseId: string, now: Date): RouteMood {
  if (health.pausedAt === null || health.pausedReleaseId !== releaseId) return 'open'
  return health.probeAt !== null && health.probeAt <= now ? 'probe' : 'closed'
}
