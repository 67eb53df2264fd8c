import { sortablePart } from '../lib/ids.ts'
import type { Random } from '../lib/random.ts'

/** Ids for requests that brought none: chance at the start of the process, then a number, because chance for each costs more than the id is worth. */
export function createRequestIds(now: Date, random: Random): () => string {
  const start = sortablePart(now, random).slice(0, 18)
  let count = 0
  return () => {
    count += 1
    return `req_${start}${count.toString(32).padStart(8, '0')}`
  }
}
