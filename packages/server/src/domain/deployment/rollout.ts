import type { Deployment } from './deployment.ts'
import { attendedMs, type CareTimes } from './health.ts'

/** Why a release waits for its deployment to be healthy: it was deployed, or its publisher returns to it. */
export type Rollout = { kind: 'deploy' } | { kind: 'rollback'; askedAt: Date }

export type RolloutOutcome = { kind: 'waits' } | { kind: 'live' } | { kind: 'failed'; reason: string }

/**
 * What the state of its deployment means for a release that waits. It is LIVE only when the deployment is healthy. A
 * deployment that is being repaired has the time of a start: then a return to it fails, so that nobody waits forever.
 */
export function rolloutOutcome(input: {
  rollout: Rollout | null
  deployment: Pick<Deployment, 'state' | 'reason'>
  attendedSince: Date
  times: CareTimes
  now: Date
}): RolloutOutcome {
  const { rollout, deployment, attendedSince, times, now } = input
  if (rollout === null) return { kind: 'waits' }
  if (deployment.state === 'RUNNING') return { kind: 'live' }
  if (deployment.state === 'FAILED') {
    return { kind: 'failed', reason: deployment.reason ?? 'It never became healthy.' }
  }
  const patient = rollout.kind === 'deploy' || attendedMs(rollout.askedAt, attendedSince, now) < times.startLimitMs
  if (deployment.state !== 'SICK' || patient) return { kind: 'waits' }
  const because = deployment.reason === null ? '' : ` ${deployment.reason}`
  const seconds = Math.round(times.startLimitMs / 1000)
  return { kind: 'failed', reason: `None of its instances was healthy within ${seconds} s.${because}` }
}
