import type { LateAnswers } from '../sharing/late-answers.ts'

/**
 * Gives a refusal to a party when its time comes. Where too many of the party are held back already, the connection is broken off: answered at once,
 * it would be asked again at once.
 */
export function refuseLate(
  refusals: LateAnswers,
  party: string,
  exchange: { destroy(): void },
  answer: () => void,
): void {
  const turn = refusals.wait(party)
  if (turn === undefined) answer()
  else turn.then(answer).catch(() => exchange.destroy())
}
