import { type MoveRow, statesOf, statesWhere, type Tone } from './machine.ts'

interface ListingFacts {
  tone: Tone
  /** Who may launch it: its own organization for a test, or everyone. */
  launchers: 'nobody' | 'publisher' | 'everyone'
  /** Everyone sees it in the catalogue. */
  shown: boolean
  /** Others may know that it exists, for example because they have it installed. */
  known: boolean
  /** Why it takes no releases and promotions; null when it does. */
  noDeploy: 'listing_not_published' | 'listing_suspended' | 'illegal_move' | null
  /** Why it takes no reviews; null when it does. */
  noReview: 'listing_not_published' | 'illegal_move' | null
}

/** A listing that was never published has no state. */
const unpublished: ListingFacts = {
  tone: 'neutral',
  launchers: 'nobody',
  shown: false,
  known: false,
  noDeploy: 'listing_not_published',
  noReview: 'listing_not_published',
}

const none = { launchers: 'nobody', shown: false, known: true } as const
const takesAll = { noDeploy: null, noReview: null } as const

const states = {
  DRAFT: { tone: 'neutral', launchers: 'publisher', shown: false, known: false, ...takesAll },
  VERIFIED: { tone: 'good', launchers: 'publisher', shown: false, known: false, ...takesAll },
  PUBLIC: { tone: 'good', launchers: 'everyone', shown: true, known: true, ...takesAll },
  SUSPENDED: { tone: 'bad', ...none, noDeploy: 'listing_suspended', noReview: null },
  RETIRED: { tone: 'neutral', ...none, noDeploy: 'illegal_move', noReview: 'illegal_move' },
} as const satisfies Record<string, ListingFacts>

export type ListingState = keyof typeof states

const moves = {
  publish: { from: [null], to: 'DRAFT', by: 'publisher' },
  approve: { from: ['DRAFT'], to: 'VERIFIED', by: 'moderator' },
  'make-public': { from: ['VERIFIED'], to: 'PUBLIC', by: 'publisher' },
  withdraw: { from: ['PUBLIC'], to: 'VERIFIED', by: 'publisher' },
  suspend: { from: ['DRAFT', 'VERIFIED', 'PUBLIC'], to: 'SUSPENDED', by: 'moderator' },
  reinstate: { from: ['SUSPENDED'], to: 'VERIFIED', by: 'moderator' },
  // What was suspended before any review: lifting the suspension must not verify it.
  'reinstate-draft': { from: ['SUSPENDED'], to: 'DRAFT', by: 'moderator' },
  retire: { from: ['DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED'], to: 'RETIRED', by: 'publisher' },
} as const satisfies Record<string, MoveRow<ListingState>>

export type ListingMove = keyof typeof moves

/** A listing, from its publication to its retirement. */
export const listingMachine = { states, moves }
export const listingStates = statesOf(listingMachine)
export const shownStates = statesWhere(listingMachine, ({ shown }) => shown)

/** What holds for a listing in its state; `null` is one that is still being written. */
export function listingFacts(state: ListingState | null): ListingFacts {
  return state === null ? unpublished : states[state]
}
