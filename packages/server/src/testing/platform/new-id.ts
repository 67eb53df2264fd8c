import { newId as newIdAt } from '../../lib/ids.ts'
import { systemRandom } from '../../lib/random.ts'

/** An id for a row that a test writes. Code of the platform says itself when, and by what chance. */
export const newId = (prefix: string, now = new Date()): string => newIdAt(prefix, now, systemRandom)
