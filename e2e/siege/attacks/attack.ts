/** One party that takes what it can. Each has an address of its own and goes on until it is stopped. */
export interface Attack {
  name: string
  /** What it does at least, once and in each second; a weaker attack proves nothing. */
  least: Least
  /** Makes what it needs, as a party that means well would. */
  prepare?: () => Promise<unknown>
  /** One round; rounds follow each other. */
  round(): Promise<unknown>
  /** How often it did what it does, by the status of the answer; 0 where none came, `opened` for connections. */
  done: Record<string, number>
  stop(): void
}

export interface Least {
  once?: number
  perSecond?: number
}

/** What attacks did, by their names. */
export type Done = Record<string, { least: Least; done: Record<string, number> }>

/** What was too little, a sentence each. */
export function tooWeak(attacks: Done, seconds: number): string[] {
  return Object.entries(attacks).flatMap(
    ([
      name,
      {
        least: { once = 0, perSecond = 0 },
        done,
      },
    ]) => {
      const sum = Object.values(done).reduce((total, count) => total + count, 0)
      const least = Math.ceil(once + perSecond * seconds)
      return sum < least ? [`${name}: ${sum} in ${seconds} s, which is no attack; at least ${least}`] : []
    },
  )
}
