import { reasonSentence } from '../tenant/connection.ts'
import type { InstallationState } from './installation.ts'
import { judgeTraffic, type Slot } from './traffic-health.ts'

type HealthState = 'healthy' | 'degraded' | 'failing' | 'unknown'
type HealthCode =
  | 'not_running'
  | 'starting'
  | 'error'
  | 'credentials_refused'
  | 'tenant_unreachable'
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
  /** Why the policy system does not answer, and since when. */
  unreachable: { reason: string; since: Date } | null
  deliveries: { failingSince: Date | null; pausedAt: Date | null; gonePaths: Readonly<Record<string, { at: string }>> }
  /** Slots with calls of the last day, newest first. */
  calls: readonly Slot[]
  /** Slots of the last minutes with attempts to deliver events. */
  attempts: readonly Slot[]
  now: Date
}

/** Deliveries that fail this long without one success are failing, not only disturbed; so is a policy system that does not answer. */
const LASTS_MS = 5 * 60_000

/** Judges by instances, tenant and traffic together. The first cause found is the one to fix first. */
export function judgeHealth(facts: HealthFacts): InstallationHealth {
  const { state, containers, deliveries, now } = facts
  if (state === 'ERROR') {
    return told('failing', 'error', facts.reason ?? 'It could not start.', facts.updatedAt, remedies.error)
  }
  if (state === 'REGISTERING' && facts.unreachable !== null) return judgeUnreachable(facts.unreachable, now)
  if (state !== 'RUNNING') return told('unknown', 'not_running', null, null, null)
  if (facts.credentialsRefusedAt !== null) {
    const cause = 'The policy system refuses the credentials, so the app cannot reach it.'
    return told('failing', 'credentials_refused', cause, facts.credentialsRefusedAt, remedies.credentials)
  }
  if (containers?.health === 'sick') {
    const cause = 'The containers of the app do not answer. Events wait and calls are refused.'
    return told('failing', 'containers_down', cause, containers.since, remedies.containers)
  }
  if (facts.unreachable !== null) return judgeUnreachable(facts.unreachable, now)
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
    const lasts = now.getTime() - deliveries.failingSince.getTime() >= LASTS_MS
    const cause = 'The app does not accept events: every attempt to deliver one fails.'
    return told(
      lasts ? 'failing' : 'degraded',
      'deliveries_failing',
      cause,
      deliveries.failingSince,
      remedies.deliveries,
    )
  }
  const traffic = judgeTraffic(facts.calls, facts.attempts)
  if (traffic !== undefined)
    return told(traffic.state, `${traffic.of}_failing`, traffic.cause, traffic.since, remedies[traffic.of])
  if (containers?.health === 'starting') return told('unknown', 'starting', null, containers.since, null)
  if (facts.lastFailure !== null) {
    const { operation, reason, at } = facts.lastFailure
    return told('degraded', 'operation_failed', `${operation}: ${reason}`, new Date(at), remedies.operation)
  }
  return { state: 'healthy', code: null, cause: null, since: null, remedy: null }
}

function judgeUnreachable({ reason, since }: { reason: string; since: Date }, now: Date): InstallationHealth {
  const lasts = now.getTime() - since.getTime() >= LASTS_MS
  const cause = `The policy system does not answer. ${reasonSentence(reason)}`
  return told(lasts ? 'failing' : 'degraded', 'tenant_unreachable', cause, since, remedies.unreachable)
}

const remedies = {
  error: 'Fix what it says, then start it again.',
  credentials: 'Replace the credentials of the tenant, or those of this installation.',
  unreachable:
    'Check the address of the tenant and the network in front of it. The platform tries again automatically.',
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
