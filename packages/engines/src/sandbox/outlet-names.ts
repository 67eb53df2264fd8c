import { createHash } from 'node:crypto'
import { publisherOf } from '../publisher-of.ts'

/** The one that all publishers shared: instances from before have written down no other. */
export const SHARED_OUTLET = 'outlet'
/** An opening that asks for nothing but a word. */
export const OUTLET_QUESTION = 'serving?'

/** The name of the socket at which the applications of a publisher find their outlet. */
export function outletName(app: string): string {
  return `outlet-${createHash('sha256').update(publisherOf(app)).digest('hex').slice(0, 16)}`
}
