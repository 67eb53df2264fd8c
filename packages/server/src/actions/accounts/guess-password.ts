import { Failure } from '@mkt/contract/errors'
import { count } from '@mkt/contract/text'
import { addressParty } from '../../lib/address-party.ts'
import { verifyPassword } from '../../lib/password.ts'
import { type Guess, takeSignIn } from '../../store/accounts/sign-ins.ts'
import type { Platform } from '../platform/platform.ts'

const WRONG_PASSWORDS = 10
const LOCK_SECONDS = 15 * 60

/**
 * Whether the password is the right one; each address has so many guesses at an account. Accounts that do not exist (no hash) take as long, give the
 * same answers and are locked like others. Whoever finds it right clears the guess.
 */
export async function guessPassword(
  platform: Platform,
  input: { email: string; address: string; password: string; hash: string | null },
): Promise<{ right: boolean; guess: Guess }> {
  const now = platform.clock.now()
  const party = addressParty(input.address)
  const guess = { email: input.email, address: party }
  const lockedUntil = new Date(now.getTime() + LOCK_SECONDS * 1000)
  const locked = await takeSignIn(platform.db, guess, { wrong: WRONG_PASSWORDS, lockedUntil, now })
  if (locked !== undefined) {
    const seconds = Math.ceil((locked.getTime() - now.getTime()) / 1000)
    throw new Failure(
      'account_locked',
      `Too many wrong passwords. Try again in ${count(Math.ceil(seconds / 60), 'minute')}, or reset the password.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
  return { right: await verifyPassword(input.password, input.hash, party), guess }
}
