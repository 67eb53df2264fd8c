import { guarded } from '../../lib/guarded.ts'

/** Room that came free waits at most this long to be filled. */
const GATHER_MS = 10

/** Tells when to claim again, so that many deliveries are claimed by one statement and none waits long for room. */
export interface Refill {
  /** A place is free again while this number of others is taken. */
  ended(others: number): void
  clear(): void
}

/** Claims again as soon as a quarter of what was on its way has ended, and otherwise after a moment. */
export function createRefill(look: () => void, failed: (error: unknown) => void): Refill {
  let ended = 0
  let timer: NodeJS.Timeout | undefined
  const now = () => {
    clearTimeout(timer)
    timer = undefined
    ended = 0
    look()
  }
  return {
    ended(others) {
      ended += 1
      if (ended * 4 >= others) now()
      else timer ??= setTimeout(guarded(failed, now), GATHER_MS)
    },
    clear: () => clearTimeout(timer),
  }
}
