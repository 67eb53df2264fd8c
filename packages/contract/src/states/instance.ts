import { type MoveRow, statesOf, type Tone } from './machine.ts'

const states = {
  STARTING: { tone: 'busy' },
  HEALTHY: { tone: 'good' },
  SICK: { tone: 'bad' },
  DRAINING: { tone: 'busy' },
  STOPPED: { tone: 'neutral' },
} as const satisfies Record<string, { tone: Tone }>

export type InstanceState = keyof typeof states

const moves = {
  start: { from: [null], to: 'STARTING', by: 'platform' },
  healthy: { from: ['STARTING'], to: 'HEALTHY', by: 'platform' },
  restart: { from: ['HEALTHY'], to: 'STARTING', by: 'platform' },
  recall: { from: ['DRAINING'], to: 'HEALTHY', by: 'platform' },
  sicken: { from: ['STARTING', 'HEALTHY'], to: 'SICK', by: 'platform' },
  drain: { from: ['STARTING', 'HEALTHY'], to: 'DRAINING', by: 'platform' },
  stopped: { from: ['STARTING', 'HEALTHY', 'SICK', 'DRAINING'], to: 'STOPPED', by: 'platform' },
} as const satisfies Record<string, MoveRow<InstanceState>>

/**
 * An instance. Only a HEALTHY one gets requests; SICK and DRAINING ones finish what they have. A HEALTHY one whose
 * container is gone while the engine brings up another is STARTING again, with the same time limit. A DRAINING one that
 * is needed again before it was told to stop, and still answers, becomes HEALTHY again.
 */
export const instanceMachine = { states, moves }
export const instanceStates = statesOf(instanceMachine)
