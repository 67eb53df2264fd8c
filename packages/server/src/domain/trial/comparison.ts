import { limits } from '@mkt/contract/limits'
import { type Answered, type ComparedCall, compareCall } from './compared-call.ts'
import { createExampleCalls, type ExampleCall } from './example-calls.ts'
import { createKnownPlaces } from './known-places.ts'
import { type RateImpact, rateImpact } from './rate-impact.ts'
import { TrialError } from './trial.ts'

/** Comparison state of a trial, limited in size whatever the applications answer. */
export interface Comparison {
  readonly size: number
  add(
    call: { id: string; kind: 'autofill' | 'rater'; request: Buffer },
    answers: { before: Answered; again: Answered; after: Answered },
  ): void
  /** Result of a trial. A trial that compared nothing proves nothing, so it fails. */
  report(): RateImpact
  examples(): ExampleCall[]
}

export function createComparison(mostPremiums: number = limits.trialPremiums.value): Comparison {
  const calls: ComparedCall[] = []
  const examples = createExampleCalls()
  const known = createKnownPlaces()
  let premiums = 0
  return {
    get size() {
      return calls.length
    },
    add(call, answers) {
      const compared = compareCall(call, answers, known)
      premiums += compared.before.perils.length + compared.after.perils.length
      if (premiums > mostPremiums)
        throw new TrialError(
          `The answers to the first ${calls.length} calls hold more than ${mostPremiums} premiums. Try with a smaller sample.`,
        )
      calls.push(compared)
      const { before, after } = answers
      examples.add(compared, { id: call.id, request: call.request, before, after })
    },
    report() {
      if (calls.length === 0)
        throw new TrialError('No call of the sample could be sent again. Pin a sample and ask for the trial again.')
      const failure = calls[0]?.before.failure
      if (calls.every(({ before }) => before.failure !== null))
        throw new TrialError(
          `The current release answered none of the ${calls.length} calls (${failure}), so there is nothing to compare with.`,
        )
      return rateImpact(calls)
    },
    examples: () => examples.all(),
  }
}
