import { hash as digestOf, timingSafeEqual } from 'node:crypto'

/**
 * Secrets that were shown and proved right, by the digest they match. A digest for each request would cost more than carrying it; what is held here
 * goes when its digest does, that is with the secret.
 */
const proven = new WeakMap<Buffer, { secret: Buffer; scratch: Buffer }>()

/** Whether the caller knows a secret of the route. Always compared in constant time, against every secret that is valid. */
export function isKnownCaller(given: string | undefined, hashes: readonly Buffer[]): boolean {
  if (given === undefined || given.length > 500) return false
  for (const hash of hashes) if (isProven(given, hash)) return true
  const digest = digestOf('sha256', given, 'buffer')
  let known = false
  for (const hash of hashes) {
    if (hash.length !== digest.length || !timingSafeEqual(hash, digest)) continue
    known = true
    const secret = Buffer.from(given)
    proven.set(hash, { secret, scratch: Buffer.alloc(secret.length) })
  }
  return known
}

function isProven(given: string, hash: Buffer): boolean {
  const known = proven.get(hash)
  // A character that is more than one byte takes the long way.
  if (known === undefined || given.length !== known.secret.length) return false
  known.scratch.write(given, 'latin1')
  return timingSafeEqual(known.scratch, known.secret)
}
