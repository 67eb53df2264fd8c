import { guarded } from '../guarded.ts'
import { Turns } from './turns.ts'

export interface LoopTurns {
  /** Resolves when a request of this party may begin; undefined where it may at once. */
  wait(party: string): Promise<void> | undefined
}

/** Requests that begin before the event loop looks at what else has come in. */
const AT_ONCE = 8

/**
 * Few requests begin in each turn of the event loop, and parties take turns. All that came in together would begin together otherwise, and whatever else
 * comes meanwhile, such as the answer of the database to somebody else, would wait for the last of them.
 */
export function createLoopTurns(failed: (error: unknown) => void, atOnce = AT_ONCE): LoopTurns {
  const turns = new Turns<() => void>()
  let begun = 0
  let isLooking = false

  function look(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(guarded(failed, next))
  }

  function next(): void {
    isLooking = false
    for (begun = 0; begun < atOnce && turns.size > 0; begun += 1) turns.shift()?.()
    if (begun > 0) look()
  }

  return {
    wait(party) {
      look()
      if (begun < atOnce && turns.size === 0) {
        begun += 1
        return undefined
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      turns.push(resolve, [party])
      return promise
    },
  }
}
