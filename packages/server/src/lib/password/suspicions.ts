/** Which parties guessed wrong lately. */
export interface Suspicions {
  has(party: string): boolean
  heard(party: string, isRight: boolean): void
}

/**
 * A party is suspected after some wrong guesses in a row and until a right one, or until so many others guessed wrong that it is forgotten. A person who
 * mistypes twice is not; a storm of guesses from one address is, within its first second.
 */
export function createSuspicions(limits: { after: number; most: number }): Suspicions {
  const wrong = new Map<string, number>()
  return {
    has: (party) => (wrong.get(party) ?? 0) >= limits.after,
    heard(party, isRight) {
      const count = wrong.get(party) ?? 0
      wrong.delete(party)
      if (isRight) return
      wrong.set(party, count + 1)
      const [oldest] = wrong.keys()
      if (wrong.size > limits.most && oldest !== undefined) wrong.delete(oldest)
    },
  }
}
