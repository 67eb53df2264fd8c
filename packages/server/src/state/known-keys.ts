import type { KeyRing } from '../domain/platform/key-ring.ts'
import { type KeyFacts, keyEndsAt, readKey } from '../domain/route/key.ts'
import type { Place } from '../lib/places.ts'
import type { Entry } from './entry.ts'
import type { Bucket } from './ledger.ts'

/** A key that was verified once: its signature is not computed again for each read. */
export interface KnownKey {
  facts: KeyFacts
  endsAt: number
  bucket: Bucket | undefined
  /** Where its installation stands in memory. Empty or unknown: look it up. */
  place: Place<Entry> | undefined
}

const MAX = 300_000

export interface KnownKeys {
  /** The key if we signed it, expired or not. */
  find(key: string): KnownKey | undefined
}

export function createKnownKeys(ring: KeyRing, ttlSeconds: number): KnownKeys {
  let recent = new Map<string, KnownKey>()
  let former = new Map<string, KnownKey>()
  return {
    find(key) {
      const known = recent.get(key)
      if (known) return known
      const older = former.get(key) ?? verify(key)
      if (!older) return undefined
      // Two generations bound the memory without keeping an order of use: what is still read moves on.
      if (recent.size >= MAX) {
        former = recent
        recent = new Map()
      }
      recent.set(key, older)
      return older
    },
  }

  function verify(key: string): KnownKey | undefined {
    const facts = readKey(ring, key)
    return facts && { facts, endsAt: keyEndsAt(facts, ttlSeconds), bucket: undefined, place: undefined }
  }
}
