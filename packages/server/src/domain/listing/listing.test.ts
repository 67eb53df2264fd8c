import { describe, expect, it } from 'vitest'
import { isShared, type ListingMove, type ListingState, listingMoves, mayLaunch, moveListing } from './listing.ts'

const states: (ListingState | null)[] = [null, 'DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED', 'RETIRED']

/** What every move leads to from every state; what is not named is refused. */
const expected: Record<string, Partial<Record<ListingMove, ListingState>>> = {
  null: { publish: 'DRAFT' },
  DRAFT: { approve: 'VERIFIED', retire: 'RETIRED' },
  VERIFIED: { 'make-public': 'PUBLIC', suspend: 'SUSPENDED', retire: 'RETIRED' },
  PUBLIC: { withdraw: 'VERIFIED', suspend: 'SUSPENDED', retire: 'RETIRED' },
  SUSPENDED: { reinstate: 'VERIFIED', retire: 'RETIRED' },
  RETIRED: {},
}

describe('a listing', () => {
  for (const state of states) {
    for (const move of Object.keys(listingMoves) as ListingMove[]) {
      const to = expected[String(state)]?.[move]
      it(`that is ${state} ${to === undefined ? `refuses "${move}"` : `becomes ${to} by "${move}"`}`, () => {
        if (to === undefined) expect(() => moveListing('acme/x', state, move)).toThrow(/needs it to be/)
        else expect(moveListing('acme/x', state, move)).toBe(to)
      })
    }
  }

  it('is launched by everyone when PUBLIC, as a test by its own organization when DRAFT or VERIFIED, else by nobody', () => {
    const launchable = (own: boolean) => states.filter((state) => mayLaunch(state, own))
    expect(launchable(false)).toEqual(['PUBLIC'])
    expect(launchable(true)).toEqual(['DRAFT', 'VERIFIED', 'PUBLIC'])
  })

  it('is known to everyone only when PUBLIC', () => {
    expect(states.filter(isShared)).toEqual(['PUBLIC'])
  })
})
