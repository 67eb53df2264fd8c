import { type MoveRow, statesOf, type Tone } from './machine.ts'

const states = {
  OPEN: { tone: 'open' },
  APPROVED: { tone: 'good' },
  CHANGES_REQUESTED: { tone: 'attention' },
  WITHDRAWN: { tone: 'neutral' },
} as const satisfies Record<string, { tone: Tone }>

export type ReviewState = keyof typeof states

const moves = {
  open: { from: [null], to: 'OPEN', by: 'publisher' },
  approve: { from: ['OPEN'], to: 'APPROVED', by: 'moderator' },
  'request-changes': { from: ['OPEN'], to: 'CHANGES_REQUESTED', by: 'moderator' },
  withdraw: { from: ['OPEN'], to: 'WITHDRAWN', by: 'publisher' },
} as const satisfies Record<string, MoveRow<ReviewState>>

/** What decides a review that is open. */
export type ReviewMove = Exclude<keyof typeof moves, 'open'>

/** A review. A decided one stays as it is; the publisher opens another one. */
export const reviewMachine = { states, moves }
export const reviewStates = statesOf(reviewMachine)
