import type { Clock } from '../clock.ts'
import { createFairQueue } from './fair-queue.ts'
import { createLateAnswers } from './late-answers.ts'

export type LookUp<T> = (isKnown: boolean) => Promise<T | undefined>

export interface Strangers {
  /**
   * Looks up what somebody of this party shows; undefined where that is wrong. `lookUp` hears whether the same was right before. Throws `QueueFull` where
   * too many of a party that showed much that is wrong wait already. What can be right only once is not remembered.
   */
  look<T>(party: string, shown: string, lookUp: LookUp<T>, isOnce?: boolean): Promise<T | undefined>
}

export interface StrangerLimits {
  /** Invalid credentials of a party per minute, before it moves to the slow queue. */
  wrong: number
  lateMs?: number
}

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** Number of previously valid credentials that are remembered. */
const KNOWN = 10_000
const HELD = 1_000

/**
 * What was right once is looked up at once, always. A party that shows too much that is wrong is looked up late and few at a time, together with
 * others like it, so that inventing credentials costs the database next to nothing; and somebody behind the same address who shows something right for the
 * first time waits a second, and from then on never.
 */
export function createStrangers({ wrong, lateMs = SECOND_MS }: StrangerLimits, clock: Clock): Strangers {
  const known = new Set<string>()
  const late = createLateAnswers({ max: wrong, windowMs: MINUTE_MS, lateMs, held: HELD }, clock)
  const lane = createFairQueue({ running: 2, waiting: 256, waitingPerParty: 64, waitMs: 5_000 })

  function remember(shown: string): void {
    // What is used comes last, so that what goes first is what nobody used for longest.
    known.delete(shown)
    known.add(shown)
    if (known.size <= KNOWN) return
    for (const oldest of known) {
      known.delete(oldest)
      return
    }
  }

  return {
    async look(party, shown, lookUp, isOnce = false) {
      const isKnown = known.has(shown)
      const turn = isKnown ? undefined : late.wait(party)
      await turn
      let isWrong = false
      try {
        const found = await (turn === undefined ? lookUp(isKnown) : lane.run(party, () => lookUp(isKnown)))
        isWrong = found === undefined
        if (isWrong || isOnce) known.delete(shown)
        else remember(shown)
        return found
      } finally {
        // What nobody could look up, for instance because the database is away, is not wrong.
        if (!isWrong && !isKnown) late.giveBack(party)
      }
    },
  }
}
