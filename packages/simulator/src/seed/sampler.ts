import { derivedUuid } from '../lib/derive.ts'

/** Chance that repeats itself: the same seed and label give the same values in the same order. */
export type Sampler = {
  /** At least `from`, below `to`, a whole number. */
  between: (from: number, to: number) => number
  pick: <Item>(items: readonly [Item, ...Item[]] | readonly Item[]) => Item
  happens: (share: number) => boolean
}

export function createSampler(seed: string, label: string): Sampler {
  let state = Number.parseInt(derivedUuid(seed, label).slice(0, 8), 16)
  // mulberry32: small, fast, and good enough for a book of policies.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from))
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    happens: (share) => next() < share,
  }
}
