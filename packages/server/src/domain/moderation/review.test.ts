import { reviewStates } from '@mkt/contract/states'
import { describe, expect, it } from 'vitest'
import { moveReview, type ReviewMove, type ReviewState } from './review.ts'

const fromOpen: Record<ReviewMove, ReviewState> = {
  approve: 'APPROVED',
  'request-changes': 'CHANGES_REQUESTED',
  withdraw: 'WITHDRAWN',
}

describe('a review', () => {
  for (const state of reviewStates) {
    for (const move of Object.keys(fromOpen) as ReviewMove[]) {
      it(`that is ${state} ${state === 'OPEN' ? `becomes ${fromOpen[move]} by` : 'stays decided and refuses'} "${move}"`, () => {
        if (state === 'OPEN') expect(moveReview(state, move)).toBe(fromOpen[move])
        else expect(() => moveReview(state, move)).toThrow(/only an open one/)
      })
    }
  }
})
