import { createHash } from 'node:crypto'
import { publisherOf } from '../publisher-of.ts'

const LONGEST = 63
const HASH = 8

/**
 * The namespace of the applications of one publisher. The hash tells platforms apart that share a cluster, and keeps a publisher from
 * choosing a name that leads into a namespace of somebody else.
 */
export function publisherNamespace(prefix: string, scope: string, app: string): string {
  const publisher = publisherOf(app)
  const hash = createHash('sha256').update(`${scope}/${publisher}`).digest('hex').slice(0, HASH)
  const room = LONGEST - prefix.length - HASH - 2
  const shown = publisher
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, room)
    .replace(/-+$/, '')
  return `${prefix}-${shown}-${hash}`
}
