import { hash as digestOf, timingSafeEqual } from 'node:crypto'

/**
 * Secrets that were shown and proved right, by the digest they match. A digest for each request would cost more than carrying it; what is held here
 * goes when its digest does, that is with the secret.
 */
const proven = new WeakMap<Buffer, Buffer>()

/** Whether the caller knows a secret of the route. Always compared in constant time, against every secret that is valid. */
export function isKnownCaller(given: string | undefined, hashes: readonly Buffer[]): boolean {
  if (given === undefined || given.length > 500) return false
  const bytes = Buffer.from(given)
  for (const hash of hashes) {
    const secret = proven.get(hash)
    if (secret !== undefined && secret.length === bytes.length && timingSafeEqual(secret, bytes)) return true
  }
  const digest = digestOf('sha256', bytes, 'buffer')
  let known = false
  for (const hash of hashes) {
    if (hash.length !== digest.length || !timingSafeEqual(hash, digest)) continue
    known = true
    proven.set(hash, bytes)
  }
  return known
}
