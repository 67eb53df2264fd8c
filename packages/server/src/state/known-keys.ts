import type { KeyRing } from '../domain/platform/key-ring.ts'
import { keyEndsAt, readKey } from '../domain/route/key.ts'
import { ownCopy } from '../lib/process/own-copy.ts'
import type { Ready } from './entry.ts'
import { KeyTable } from './key-table.ts'
import type { Bucket } from './ledger.ts'

/** A key that was verified once: its signature is not computed again for each read. */
export interface KnownKey {
  key: string
  /** Whole seconds since 1970: a small number, which V8 keeps in the object instead of beside it. */
  endsAt: number
  epoch: number
  isolated: boolean
  bucket: Bucket | undefined
  /** What its installation answers. Without an entry: look it up. */
  ready: Ready | undefined
  installationId: string
  releaseId: string
}

const MAX = 300_000

export interface KnownKeys {
  /** The key if we signed it, expired or not. */
  find(key: string): KnownKey | undefined
}

export function createKnownKeys(ring: KeyRing, ttlSeconds: number): KnownKeys {
  let recent = new KeyTable<KnownKey>()
  let former = new KeyTable<KnownKey>()
  return {
    find(key) {
      const known = recent.find(key)
      if (known) return known
      const older = former.find(key) ?? verify(key)
      if (!older) return undefined
      // Two generations bound the memory without keeping an order of use: what is still read moves on.
      if (recent.size >= MAX) {
        former = recent
        recent = new KeyTable()
      }
      recent.add(older)
      return older
    },
  }

  function verify(given: string): KnownKey | undefined {
    // What is kept must not keep the request it was cut from.
    const key = ownCopy(given)
    const facts = readKey(ring, key)
    if (facts === undefined) return undefined
    const { epoch, isolated } = facts
    const [installationId, releaseId] = [ownCopy(facts.installationId), ownCopy(facts.releaseId)]
    const endsAt = Math.floor(keyEndsAt(facts, ttlSeconds) / 1000)
    return { key, endsAt, epoch, isolated, bucket: undefined, ready: undefined, installationId, releaseId }
  }
}
