import { type DeploymentState, deploymentStates } from '@mkt/contract/states'
import { expect, it } from 'vitest'
import { careTimes as times } from './health.ts'
import { type Rollout, rolloutOutcome } from './rollout.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const rollback: Rollout = { kind: 'rollback', askedAt: start }

function outcome(rollout: Rollout | null, state: DeploymentState, ms = 0, attendedMs = 0) {
  const deployment = { state, reason: 'It ended.' }
  return rolloutOutcome({ rollout, deployment, attendedSince: at(attendedMs), times, now: at(ms) })
}

it('is live only when the deployment is healthy, and failed when it failed', () => {
  for (const rollout of [{ kind: 'deploy' } as const, rollback]) {
    const kinds = Object.fromEntries(deploymentStates.map((state) => [state, outcome(rollout, state).kind]))
    expect(kinds).toEqual({
      STARTING: 'waits',
      RUNNING: 'live',
      SICK: 'waits',
      STOPPING: 'waits',
      STOPPED: 'waits',
      FAILED: 'failed',
    })
  }
  expect(outcome(rollback, 'FAILED')).toEqual({ kind: 'failed', reason: 'It ended.' })
})

it('decides nothing about a release that does not wait', () => {
  for (const state of deploymentStates) expect(outcome(null, state).kind).toBe('waits')
})

it('gives a return to a deployment that is being repaired the time of a start', () => {
  expect(outcome(rollback, 'SICK', 119_999).kind).toBe('waits')
  expect(outcome(rollback, 'SICK', 120_000)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('It ended.'),
  })
  expect(outcome(rollback, 'SICK', 700_000, 600_000).kind).toBe('waits')
})
