import { Failure } from '@mkt/contract/errors'
import { signInFacts } from '../../store/accounts/people.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { beginSession, type SignInOrigin } from './begin-session.ts'
import { guessPassword } from './guess-password.ts'

const wrong = () => new Failure('credentials_wrong', 'The email address or the password is wrong.')

/** Checks a password and opens a session, or asks for the second factor. */
export async function signIn(
  platform: Changing & Pick<Platform, 'policy'>,
  input: SignInOrigin & { email: string; password: string },
) {
  const find = () => signInFacts(platform.db, input.email)
  const { right, account: facts, guess } = await guessPassword(platform, { ...input, find })
  if (facts === undefined || !right) throw wrong()
  if (facts.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  const { passwordHash: _hash, hasFactor, ...person } = facts
  if (hasFactor) {
    await clearFailedSignIns(platform.db, guess)
    return askSecondFactor(platform, person)
  }
  const spend = ({ trx }: Unit) => clearFailedSignIns(trx, guess)
  return beginSession(platform, { ...input, person, method: 'password', factorAt: null, spend })
}
