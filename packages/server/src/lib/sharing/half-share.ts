/** Counts what parties hold of something bounded. */
export interface HalfShare {
  /** Takes so much for a party, unless that is more than it may have or than there is. */
  take(party: string, amount?: number): boolean
  give(party: string, amount?: number): void
  /** Held by all. */
  readonly held: number
}

/** One party has at most half of what there is, so that one that hoards leaves room for the others. */
export function createHalfShare(most: number): HalfShare {
  const parties = new Map<string, number>()
  const mostOfOne = Math.ceil(most / 2)
  let held = 0
  return {
    take(party, amount = 1) {
      const own = parties.get(party) ?? 0
      if (held + amount > most || own + amount > mostOfOne) return false
      held += amount
      parties.set(party, own + amount)
      return true
    },
    give(party, amount = 1) {
      const left = (parties.get(party) ?? 0) - amount
      held -= amount
      if (left > 0) parties.set(party, left)
      else parties.delete(party)
    },
    get held() {
      return held
    },
  }
}
