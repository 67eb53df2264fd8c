import { type MoveRow, statesOf, statesWhere, type Tone } from './machine.ts'

interface ReleaseFacts {
  tone: Tone
  /** What came of it: not decided yet, its deployment was healthy once, or it never will be. */
  outcome: 'undecided' | 'ran' | 'failed'
  /** Another release may take its version. */
  freesVersion: boolean
  /** The checks passed and nothing was wrong since: a later approval can cover it. */
  sound: boolean
}

const states = {
  UPLOADED: { tone: 'busy', outcome: 'undecided', freesVersion: false, sound: false },
  CHECKED: { tone: 'good', outcome: 'undecided', freesVersion: false, sound: true },
  REJECTED: { tone: 'bad', outcome: 'failed', freesVersion: true, sound: false },
  LIVE: { tone: 'good', outcome: 'ran', freesVersion: false, sound: true },
  SUPERSEDED: { tone: 'neutral', outcome: 'ran', freesVersion: false, sound: true },
  FAILED: { tone: 'bad', outcome: 'failed', freesVersion: false, sound: false },
  WITHDRAWN: { tone: 'neutral', outcome: 'failed', freesVersion: true, sound: false },
} as const satisfies Record<string, ReleaseFacts>

export type ReleaseState = keyof typeof states

const moves = {
  upload: { from: [null], to: 'UPLOADED', by: 'publisher' },
  accept: { from: ['UPLOADED'], to: 'CHECKED', by: 'platform' },
  reject: { from: ['UPLOADED'], to: 'REJECTED', by: 'platform' },
  'go-live': { from: ['CHECKED'], to: 'LIVE', by: 'platform' },
  fail: { from: ['CHECKED'], to: 'FAILED', by: 'platform' },
  supersede: { from: ['LIVE'], to: 'SUPERSEDED', by: 'platform' },
  'roll-back': { from: ['SUPERSEDED'], to: 'LIVE', by: 'publisher' },
  withdraw: { from: ['LIVE', 'SUPERSEDED', 'FAILED'], to: 'WITHDRAWN', by: 'publisher' },
} as const satisfies Record<string, MoveRow<ReleaseState>>

export type ReleaseMove = keyof typeof moves

/** A release. REJECTED and WITHDRAWN are final and free the version; FAILED uses it up until it is withdrawn. */
export const releaseMachine = { states, moves }
export const releaseStates = statesOf(releaseMachine)

/** States of releases whose deployment was healthy once: only these are launched, promoted or returned to. */
export const ranStates = statesWhere(releaseMachine, ({ outcome }) => outcome === 'ran')
export const soundStates = statesWhere(releaseMachine, ({ sound }) => sound)
/** States in which a release leaves its version free for another one. */
export const freedStates = statesWhere(releaseMachine, ({ freesVersion }) => freesVersion)
