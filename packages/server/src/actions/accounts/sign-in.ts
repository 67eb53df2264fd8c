import { Failure } from '@mkt/contract/errors'
import { count } from '@mkt/contract/text'
import { verifyPassword } from '../../lib/password.ts'
import { signInFacts } from '../../store/accounts/people.ts'
import { clearFailedSignIns, takeSignIn, takeUnknownSignIn } from '../../store/accounts/sign-ins.ts'
import { hasFactor } from '../../store/identity/factors.ts'
import type { Platform } from '../platform/platform.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { beginSession, type SignInOrigin } from './begin-session.ts'

const WRONG_PASSWORDS = 10
const LOCK_SECONDS = 15 * 60

const wrong = () => new Failure('credentials_wrong', 'The email address or the password is wrong.')

/** Checks a password and opens a session, or asks for the second factor. Unknown addresses take as long as wrong passwords, give the same answers and are locked like others. */
export async function signIn(platform: Platform, input: SignInOrigin & { email: string; password: string }) {
  const now = platform.clock.now()
  const facts = await signInFacts(platform.db, input.email)
  const limit = { wrong: WRONG_PASSWORDS, lockedUntil: new Date(now.getTime() + LOCK_SECONDS * 1000), now }
  const locked = await (facts === undefined
    ? takeUnknownSignIn(platform.db, input.email, limit)
    : takeSignIn(platform.db, facts.id, limit))
  if (locked !== undefined) {
    const seconds = Math.ceil((locked.getTime() - now.getTime()) / 1000)
    throw new Failure(
      'account_locked',
      `Too many wrong passwords. Try again in ${count(Math.ceil(seconds / 60), 'minute')}, or reset the password.`,
      {
        headers: { 'retry-after': String(seconds) },
      },
    )
  }
  const right = await verifyPassword(input.password, facts?.passwordHash ?? null)
  if (facts === undefined || !right) throw wrong()
  if (facts.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  await clearFailedSignIns(platform.db, facts.id)
  const { passwordHash: _hash, ...person } = facts
  if (await hasFactor(platform.db, person.id)) return askSecondFactor(platform, person)
  return beginSession(platform, { ...input, person, method: 'password', factorAt: null })
}
