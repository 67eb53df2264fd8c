import type { Failure } from '@mkt/contract/errors'
import { type ListingMove, type ListingState, listingMachine, listingStates } from '@mkt/contract/states'
import { describe, expect, it } from 'vitest'
import { isShared, mayLaunch, moveListing, refuseDeploy, refuseReview, refuseStart } from './listing.ts'

const states: (ListingState | null)[] = [null, ...listingStates]

/** What every move leads to from every state; what is not named is refused. */
const expected: Record<string, Partial<Record<ListingMove, ListingState>>> = {
  null: { publish: 'DRAFT' },
  DRAFT: { approve: 'VERIFIED', suspend: 'SUSPENDED', retire: 'RETIRED' },
  VERIFIED: { 'make-public': 'PUBLIC', suspend: 'SUSPENDED', retire: 'RETIRED' },
  PUBLIC: { withdraw: 'VERIFIED', suspend: 'SUSPENDED', retire: 'RETIRED' },
  SUSPENDED: { reinstate: 'VERIFIED', 'reinstate-draft': 'DRAFT', retire: 'RETIRED' },
  RETIRED: {},
}

const standing = (state: ListingState | null) => ({ state, organizationDisabledAt: null })

describe('a listing', () => {
  for (const state of states) {
    for (const move of Object.keys(listingMachine.moves) as ListingMove[]) {
      const to = expected[String(state)]?.[move]
      it(`that is ${state} ${to === undefined ? `refuses "${move}"` : `becomes ${to} by "${move}"`}`, () => {
        if (to === undefined) expect(() => moveListing('acme/x', state, move)).toThrow(/needs it to be/)
        else expect(moveListing('acme/x', state, move)).toBe(to)
      })
    }
  }

  it('is launched by everyone when PUBLIC, as a test by its own organization when DRAFT or VERIFIED, else by nobody', () => {
    const launchable = (own: boolean) => states.filter((state) => mayLaunch(standing(state), own))
    expect(launchable(false)).toEqual(['PUBLIC'])
    expect(launchable(true)).toEqual(['DRAFT', 'VERIFIED', 'PUBLIC'])
  })

  it('is known to everyone only when PUBLIC', () => {
    expect(states.filter((state) => isShared(standing(state)))).toEqual(['PUBLIC'])
  })

  it('of a disabled organization is shown and launched in no state, by nobody, and none of its installations starts', () => {
    const disabled = states.map((state) => ({ ...standing(state), organizationDisabledAt: new Date(0) }))
    expect(disabled.some((one) => isShared(one) || mayLaunch(one, true) || mayLaunch(one, false))).toBe(false)
    for (const one of disabled)
      expect(() => refuseStart({ ...one, name: 'acme/x', installationsStopped: false })).toThrow(
        /publisher .* disabled/,
      )
  })

  it('whose installations a moderator stopped lets none start, whatever became of it since', () => {
    for (const state of states) {
      const start = (installationsStopped: boolean) =>
        refuseStart({ ...standing(state), name: 'acme/x', installationsStopped })
      expect(() => start(true)).toThrow(/until it is reinstated/)
      expect(() => start(false)).not.toThrow()
    }
  })

  const refused = (refuse: (listing: { name: string; state: ListingState | null }) => void) =>
    Object.fromEntries(
      states.flatMap((state) => {
        try {
          refuse({ name: 'acme/x', state })
          return []
        } catch (error) {
          return [[String(state), (error as Failure).code]]
        }
      }),
    )

  it('takes releases once it is published, unless it is suspended or retired', () => {
    expect(refused(refuseDeploy)).toEqual({
      null: 'listing_not_published',
      SUSPENDED: 'listing_suspended',
      RETIRED: 'illegal_move',
    })
  })

  it('takes reviews once it is published, until it is retired', () => {
    expect(refused(refuseReview)).toEqual({ null: 'listing_not_published', RETIRED: 'illegal_move' })
  })
})
