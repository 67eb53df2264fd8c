import { type MoveRow, statesOf, statesWhere, type Tone } from './machine.ts'

interface DeliveryFacts {
  tone: Tone
  /** An outcome is known: it is not sent again unless somebody replays it. */
  settled: boolean
}

const states = {
  WAITING: { tone: 'busy', settled: false },
  DELIVERED: { tone: 'good', settled: true },
  DEAD: { tone: 'bad', settled: true },
  PAUSED: { tone: 'attention', settled: false },
} as const satisfies Record<string, DeliveryFacts>

export type DeliveryState = keyof typeof states
export type SettledState = {
  [S in DeliveryState]: (typeof states)[S]['settled'] extends true ? S : never
}[DeliveryState]

/** What is stored of a delivery: PAUSED is WAITING on a route that is paused. */
export type StoredDeliveryState = Exclude<DeliveryState, 'PAUSED'>

const moves = {
  accept: { from: [null], to: 'WAITING', by: 'policy system' },
  deliver: { from: ['WAITING', 'PAUSED'], to: 'DELIVERED', by: 'platform' },
  retry: { from: ['WAITING'], to: 'WAITING', by: 'platform' },
  'give-up': { from: ['WAITING', 'PAUSED'], to: 'DEAD', by: 'platform' },
  pause: { from: ['WAITING'], to: 'PAUSED', by: 'platform' },
  resume: { from: ['PAUSED'], to: 'WAITING', by: 'customer' },
  replay: { from: ['WAITING', 'DELIVERED', 'DEAD'], to: 'WAITING', by: 'customer' },
} as const satisfies Record<string, MoveRow<DeliveryState>>

/** A delivery. The probe of a paused route can deliver one or give it up; a probe that fails leaves it PAUSED. */
export const deliveryMachine = { states, moves }
export const deliveryStates = statesOf(deliveryMachine)

/** States a delivery can be replayed from in bulk. */
export const settledStates = statesWhere(deliveryMachine, ({ settled }) => settled) as readonly SettledState[]
