import { sortablePart } from '../ids.ts'
import type { Random } from '../random.ts'

const COUNT_CHARS = 6
const alphabet = [...'0123456789abcdefghjkmnpqrstvwxyz']
/** All pairs of characters in order: a number is three look-ups. */
const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second))
const COUNTS = 32 ** COUNT_CHARS

/**
 * The part of an id for each request, 26 characters that sort by time: the moment, chance from the start of the process, and a number, because
 * chance for each request costs more than the id is worth.
 */
export function createRequestIds(random: Random): (now: Date) => string {
  const chance = sortablePart(new Date(0), random).slice(10, 20)
  let count = 0
  let time = -1
  let head = ''
  return (now) => {
    const moment = now.getTime()
    if (moment !== time) {
      time = moment
      head = sortablePart(now, { bytes: (length) => Buffer.alloc(length) }).slice(0, 10) + chance
    }
    count = (count + 1) % COUNTS
    return `${head}${pairs[count >> 20]}${pairs[(count >> 10) & 1023]}${pairs[count & 1023]}`
  }
}
