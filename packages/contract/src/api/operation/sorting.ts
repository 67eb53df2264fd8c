import { z } from 'zod'
import { pageQuery } from './shapes.ts'

/**
 * The query of a list whose reader may choose the order: a word sorts by it, a minus before it turns the order round.
 * Without the word the list has the order its summary tells.
 */
export function sortedQuery<const Word extends string>(...words: [Word, ...Word[]]) {
  const orders: (Word | `-${Word}`)[] = words.flatMap((word) => [word, `-${word}` as const])
  return pageQuery.extend({
    sort: z.enum(orders).optional().describe('Sort field; a leading minus sorts descending'),
  })
}

/** Words that narrow a list to the rows that contain them. */
export const searched = z.string().max(200).optional().describe('Words that the name or title contains')

/** Narrows a list to versions: `1.` finds 1.0.0 and 1.10.2. */
export const versioned = z.string().max(64).optional().describe('A version, or the beginning of one')
