/** What the policy system gets when the application fails to answer: the customer's choice for each installation. */
export interface FailurePolicy {
  /** `block`: the error; `skip`: an empty update, so that the policy is saved without the application. */
  autofill: 'block' | 'skip'
  /** `refuse`: the error; `last`: the last answer to a byte-identical request. */
  rater: 'refuse' | 'last'
  /** How old such an answer may be. */
  maxAgeSeconds: number
}

export const failurePolicyDefaults: FailurePolicy = { autofill: 'block', rater: 'refuse', maxAgeSeconds: 86_400 }
