import { Failure } from '@mkt/contract/errors'
import { moved, type ReviewMove, type ReviewState, reviewMachine } from '@mkt/contract/states'

export type { ReviewMove, ReviewState } from '@mkt/contract/states'

export function moveReview(state: ReviewState, move: ReviewMove): ReviewState {
  const to = moved(reviewMachine, state, move)
  if (to !== undefined) return to
  throw new Failure('illegal_move', `This review is ${state}; only an open one can take "${move}".`)
}
