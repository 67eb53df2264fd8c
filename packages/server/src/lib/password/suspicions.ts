/** Which parties guessed wrong lately, and which knew a password. */
export interface Suspicions {
  has(party: string): boolean
  /** Whether the party guessed right before, and is not suspected since. */
  knows(party: string): boolean
  heard(party: string, isRight: boolean): void
}

/**
 * A party is suspected after some wrong guesses in a row and until a right one, or until so many others guessed wrong that it is forgotten. A person who
 * mistypes twice is not; a storm of guesses from one address is, within its first second.
 */
export function createSuspicions(limits: { after: number; most: number }): Suspicions {
  const wrong = new Map<string, number>()
  const right = new Map<string, true>()
  const has = (party: string) => (wrong.get(party) ?? 0) >= limits.after
  /** Adds it as the newest; of too many the oldest goes. */
  function remember<T>(parties: Map<string, T>, party: string, value: T): void {
    parties.delete(party)
    parties.set(party, value)
    const [oldest] = parties.keys()
    if (parties.size > limits.most && oldest !== undefined) parties.delete(oldest)
  }
  return {
    has,
    knows: (party) => right.has(party),
    heard(party, isRight) {
      if (isRight) {
        wrong.delete(party)
        remember(right, party, true)
        return
      }
      remember(wrong, party, (wrong.get(party) ?? 0) + 1)
      if (has(party)) right.delete(party)
    },
  }
}
