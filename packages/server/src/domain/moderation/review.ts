import { Failure } from '@mkt/contract/errors'

export type ReviewState = 'OPEN' | 'APPROVED' | 'CHANGES_REQUESTED' | 'WITHDRAWN'
export type ReviewMove = 'approve' | 'request-changes' | 'withdraw'

/** Every move of a review. A decided review stays as it is; the publisher opens another one. */
export const reviewMoves: Record<ReviewMove, { from: readonly ReviewState[]; to: ReviewState }> = {
  approve: { from: ['OPEN'], to: 'APPROVED' },
  'request-changes': { from: ['OPEN'], to: 'CHANGES_REQUESTED' },
  withdraw: { from: ['OPEN'], to: 'WITHDRAWN' },
}

export function moveReview(state: ReviewState, move: ReviewMove): ReviewState {
  const { from, to } = reviewMoves[move]
  if (from.includes(state)) return to
  throw new Failure('illegal_move', `This review is ${state}; only an open one can take "${move}".`)
}
