import { hash as digestOf, timingSafeEqual } from 'node:crypto'

/** Whether the caller knows a secret of the route. Compared by digest, in constant time, against every secret that is valid. */
export function isKnownCaller(given: string | undefined, hashes: readonly Buffer[]): boolean {
  if (given === undefined || given.length > 500) return false
  const digest = digestOf('sha256', given, 'buffer')
  let known = false
  for (const hash of hashes) {
    if (hash.length === digest.length && timingSafeEqual(hash, digest)) known = true
  }
  return known
}
