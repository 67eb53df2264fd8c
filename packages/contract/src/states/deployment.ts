import { type MoveRow, statesOf, type Tone } from './machine.ts'

interface DeploymentFacts {
  tone: Tone
  /** How the containers fare, as their customers are told. */
  health: 'healthy' | 'starting' | 'sick'
}

const states = {
  STARTING: { tone: 'busy', health: 'starting' },
  RUNNING: { tone: 'good', health: 'healthy' },
  SICK: { tone: 'bad', health: 'sick' },
  STOPPING: { tone: 'busy', health: 'starting' },
  STOPPED: { tone: 'neutral', health: 'starting' },
  FAILED: { tone: 'bad', health: 'sick' },
} as const satisfies Record<string, DeploymentFacts>

export type DeploymentState = keyof typeof states

const moves = {
  start: { from: [null, 'STOPPING', 'STOPPED', 'FAILED'], to: 'STARTING', by: 'platform' },
  healthy: { from: ['STARTING', 'SICK', 'STOPPING'], to: 'RUNNING', by: 'platform' },
  fail: { from: ['STARTING'], to: 'FAILED', by: 'platform' },
  sicken: { from: ['RUNNING'], to: 'SICK', by: 'platform' },
  drain: { from: ['STARTING', 'RUNNING', 'SICK'], to: 'STOPPING', by: 'platform' },
  stopped: { from: ['STARTING', 'RUNNING', 'SICK', 'STOPPING'], to: 'STOPPED', by: 'platform' },
} as const satisfies Record<string, MoveRow<DeploymentState>>

/**
 * A deployment. STARTING: not healthy yet, or again after a stop. RUNNING: at least one healthy instance. SICK: it was
 * healthy, and is being repaired. STOPPING and STOPPED: nobody needs it. FAILED: it never became healthy.
 *
 * Invariants: every move to STARTING begins a new start with its whole time limit. A deployment that is needed again
 * while it drains takes its healthy instances back. An instance that serves ends only when nobody needs it, when it is
 * one too many, or when a newer generation serves.
 */
export const deploymentMachine = { states, moves }
export const deploymentStates = statesOf(deploymentMachine)
