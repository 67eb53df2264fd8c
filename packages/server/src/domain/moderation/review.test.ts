import { describe, expect, it } from 'vitest'
import { moveReview, type ReviewMove, type ReviewState, reviewMoves } from './review.ts'

const states: ReviewState[] = ['OPEN', 'APPROVED', 'CHANGES_REQUESTED', 'WITHDRAWN']
const fromOpen: Record<ReviewMove, ReviewState> = {
  approve: 'APPROVED',
  'request-changes': 'CHANGES_REQUESTED',
  withdraw: 'WITHDRAWN',
}

describe('a review', () => {
  for (const state of states) {
    for (const move of Object.keys(reviewMoves) as ReviewMove[]) {
      it(`that is ${state} ${state === 'OPEN' ? `becomes ${fromOpen[move]} by` : 'stays decided and refuses'} "${move}"`, () => {
        if (state === 'OPEN') expect(moveReview(state, move)).toBe(fromOpen[move])
        else expect(() => moveReview(state, move)).toThrow(/only an open one/)
      })
    }
  }
})
