import { Failure } from '@mkt/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { createRateLimiter } from '../../lib/sharing/rate-limiter.ts'

/** Refuses an address that begins too many sign-ins in a minute: each is a row that stays until it expires, and needs no credential. */
export function limitStarts(max: number, clock: Clock): (address: string) => void {
  const starts = createRateLimiter({ max, windowMs: 60_000, keys: 10_000 })
  return (address) => {
    const { allowed, resetSeconds } = starts.take(addressParty(address), clock.now())
    if (allowed) return
    throw new Failure('rate_limited', `Too many sign-ins begin here. Try again in ${resetSeconds} s.`, {
      headers: { 'retry-after': String(resetSeconds) },
    })
  }
}
