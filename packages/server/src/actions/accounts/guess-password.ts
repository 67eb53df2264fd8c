import { Failure } from '@mkt/contract/errors'
import { count } from '@mkt/contract/text'
import { inPasswordTurn } from '../../lib/password/password.ts'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { type Guess, returnSignIn, takeSignIn } from '../../store/accounts/sign-ins.ts'
import type { Platform } from '../platform/platform.ts'

const WRONG_PASSWORDS = 10
const LOCK_SECONDS = 15 * 60

/**
 * Finds an account and checks a password; each address has a limited number of guesses at an account. Accounts that do not exist take as long, give the same
 * answers and are locked like others. A right password clears the guess.
 */
export function guessPassword<Account extends { passwordHash: string | null } | undefined>(
  platform: Pick<Platform, 'clock' | 'db'>,
  input: { email: string; address: string; password: string; find: () => Promise<Account> },
): Promise<{ right: boolean; account: Account; guess: Guess }> {
  const party = addressParty(input.address)
  const guess = { email: input.email, address: party }
  return inPasswordTurn(party, async (verify) => {
    // Both at once, for one turn of the database; the password is looked at after both.
    const finding = input.find()
    finding.catch(() => {})
    await takeGuess(platform, guess)
    try {
      const account = await finding
      return { right: await verify(input.password, account?.passwordHash ?? null), account, guess }
    } catch (error) {
      await giveBack(platform, guess)
      throw error
    }
  })
}

/** A password that nobody looked at, because the machine had too much to do, is no wrong one. Why it failed matters more than that this fails too. */
async function giveBack(platform: Pick<Platform, 'clock' | 'db'>, guess: Guess): Promise<void> {
  const limit = { wrong: WRONG_PASSWORDS, now: platform.clock.now() }
  await returnSignIn(platform.db, guess, limit).catch(() => undefined)
}

async function takeGuess(platform: Pick<Platform, 'clock' | 'db'>, guess: Guess): Promise<void> {
  const now = platform.clock.now()
  const lockedUntil = new Date(now.getTime() + LOCK_SECONDS * 1000)
  const locked = await takeSignIn(platform.db, guess, { wrong: WRONG_PASSWORDS, lockedUntil, now })
  if (locked === undefined) return
  const seconds = Math.ceil((locked.getTime() - now.getTime()) / 1000)
  throw new Failure(
    'account_locked',
    `Too many wrong passwords. Try again in ${count(Math.ceil(seconds / 60), 'minute')}, or reset the password.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
