const remembered = new WeakMap<object, { stamp: string; words: string }>()

/** What a policy is found by, in small letters. Gathering it takes most of the time of a search, so it is kept until the policy changes. */
export function rememberWords(policy: object, stamp: string, gather: () => string): string {
  const known = remembered.get(policy)
  if (known?.stamp === stamp) return known.words
  const words = gather().toLowerCase()
  remembered.set(policy, { stamp, words })
  return words
}
