import { posix } from 'node:path'
import { divided } from '../layers.rules.ts'

/** Where a file stands: its package or area, its layer inside the server, and whether it is a test. */
export interface Place {
  /** `server`, `examples`, `scripts` … */
  area: string
  /** For files of the server: folder below `src`, or the name of a file at the root of `src`. */
  layer?: string
  /** The entry of `divided` the file belongs to: a layer of the server, or `contract/api`. */
  division?: string
  /** For files of a division: the folder inside it, or the name of a file outside of any. */
  topic?: string
  test: boolean
}

export function placeOf(path: string): Place {
  const parts = path.split('/')
  const test =
    /(\.test|\/testing)\.tsx?$/.test(path) ||
    parts.includes('testing') ||
    parts.includes('test') ||
    parts.at(-1) === 'vitest.config.ts'
  if (parts[0] !== 'packages') return { area: parts.length > 1 ? (parts[0] ?? '') : 'scripts', test }
  const area = parts[1] ?? ''
  const layer = area === 'server' && parts[2] === 'src' ? parts[3] : undefined
  const division = layer ?? (parts[2] === 'src' ? `${area}/${parts[3]}` : '')
  const [topic] = division in divided ? parts.slice(4) : []
  return { area, test, ...(layer !== undefined && { layer }), ...(topic !== undefined && { division, topic }) }
}

/** The file a relative import names, as a path from the root of the repository. */
export function resolveRelative(from: string, module: string): string {
  return posix.normalize(posix.join(posix.dirname(from), module.replace(/\?.*$/, '')))
}
