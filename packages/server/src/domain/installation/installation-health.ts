import type { InstallationState } from './installation.ts'

type HealthState = 'healthy' | 'degraded' | 'failing' | 'unknown'
type HealthCode =
  | 'not_running'
  | 'starting'
  | 'error'
  | 'credentials_refused'
  | 'containers_down'
  | 'deliveries_paused'
  | 'deliveries_failing'
  | 'calls_failing'
  | 'operation_failed'

/** How an installation fares as a whole. `remedy` says what to do about it. */
export interface InstallationHealth {
  state: HealthState
  code: HealthCode | null
  cause: string | null
  since: Date | null
  remedy: string | null
}

export interface HealthFacts {
  state: InstallationState
  reason: string | null
  /** When its state changed last. */
  updatedAt: Date
  lastFailure: { operation: string; reason: string; at: string } | null
  containers: { health: 'healthy' | 'starting' | 'sick'; since: Date } | null
  credentialsRefusedAt: Date | null
  deliveries: { failingSince: Date | null; pausedAt: Date | null; gonePaths: Readonly<Record<string, { at: string }>> }
  /** Slots with calls of the last day, newest first. */
  calls: readonly { slot: Date; requests: number; failed: number }[]
  now: Date
}

const healthLimits = {
  /** Calls are judged by the last 15 minutes in which there were any. */
  windowMs: 15 * 60_000,
  /** Fewer failures than this are no pattern. */
  fewestFailures: 3,
  degradedShare: 0.1,
  /** Deliveries that fail this long without one success are failing, not only disturbed. */
  deliveriesFailingMs: 5 * 60_000,
} as const

/** Judges by instances, tenant and traffic together. The first cause found is the one to fix first. */
export function judgeHealth(facts: HealthFacts): InstallationHealth {
  const { state, containers, deliveries, now } = facts
  if (state === 'ERROR') {
    return told('failing', 'error', facts.reason ?? 'It could not start.', facts.updatedAt, remedies.error)
  }
  if (state !== 'RUNNING') return told('unknown', 'not_running', null, null, null)
  if (facts.credentialsRefusedAt !== null) {
    const cause = 'The policy system refuses the credentials, so the app cannot reach it.'
    return told('failing', 'credentials_refused', cause, facts.credentialsRefusedAt, remedies.credentials)
  }
  if (containers?.health === 'sick') {
    const cause = 'The containers of the app do not answer. Events wait and calls are refused.'
    return told('failing', 'containers_down', cause, containers.since, remedies.containers)
  }
  if (deliveries.pausedAt !== null) {
    const cause = 'Deliveries of events are paused. Events are accepted and wait.'
    return told('failing', 'deliveries_paused', cause, deliveries.pausedAt, remedies.paused)
  }
  const [gone] = Object.entries(deliveries.gonePaths)
  if (gone !== undefined) {
    const cause = `The app answered 410 at ${gone[0]}. Events of this path are accepted and wait.`
    return told('degraded', 'deliveries_paused', cause, new Date(gone[1].at), remedies.paused)
  }
  if (deliveries.failingSince !== null) {
    const lasts = now.getTime() - deliveries.failingSince.getTime() >= healthLimits.deliveriesFailingMs
    const cause = 'The app does not accept events: no delivery succeeds.'
    return told(
      lasts ? 'failing' : 'degraded',
      'deliveries_failing',
      cause,
      deliveries.failingSince,
      remedies.deliveries,
    )
  }
  const calls = judgeCalls(facts.calls)
  if (calls !== undefined) return calls
  if (containers?.health === 'starting') return told('unknown', 'starting', null, containers.since, null)
  if (facts.lastFailure !== null) {
    const { operation, reason, at } = facts.lastFailure
    return told('degraded', 'operation_failed', `${operation}: ${reason}`, new Date(at), remedies.operation)
  }
  return { state: 'healthy', code: null, cause: null, since: null, remedy: null }
}

function judgeCalls(slots: HealthFacts['calls']): InstallationHealth | undefined {
  const [latest] = slots
  if (latest === undefined) return undefined
  const window = slots.filter(({ slot }) => latest.slot.getTime() - slot.getTime() < healthLimits.windowMs)
  const requests = window.reduce((sum, slot) => sum + slot.requests, 0)
  const failed = window.reduce((sum, slot) => sum + slot.failed, 0)
  if (failed < healthLimits.fewestFailures || failed < requests * healthLimits.degradedShare) return undefined
  const all = failed === requests
  const cause = all ? `All ${failed} calls fail.` : `${failed} of ${requests} calls fail.`
  return told(all ? 'failing' : 'degraded', 'calls_failing', cause, sinceOf(slots, all), remedies.calls)
}

/** The beginning of the run of slots that look like the latest one. */
function sinceOf(slots: HealthFacts['calls'], all: boolean): Date | null {
  let since: Date | null = null
  for (const { slot, requests, failed } of slots) {
    if (failed === 0 || (all && failed < requests)) break
    since = slot
  }
  return since
}

const remedies = {
  error: 'Fix what it says, then start it again.',
  credentials: 'Replace the credentials of the tenant, or those of this installation.',
  containers: 'The platform restarts them. If it lasts, tell the publisher of the app.',
  paused: 'Resume deliveries when the app works again.',
  deliveries: 'See what the app answers to deliveries. Then correct the configuration, or tell its publisher.',
  calls: 'See what the app answers to calls. Then correct the configuration, or tell its publisher.',
  operation: 'Fix what it says, then try again.',
} as const

function told(
  state: HealthState,
  code: HealthCode,
  cause: string | null,
  since: Date | null,
  remedy: string | null,
): InstallationHealth {
  return { state, code, cause, since, remedy }
}
