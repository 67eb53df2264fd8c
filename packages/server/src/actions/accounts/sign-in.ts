import { Failure } from '@mkt/contract/errors'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { membershipsOf, signInFacts } from '../../store/accounts/people.ts'
import { insertSession } from '../../store/accounts/sessions.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import { change } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { guessPassword } from './guess-password.ts'

export const SESSION_SECONDS = 12 * 3600

const wrong = () => new Failure('credentials_wrong', 'The email address or the password is wrong.')

/** Checks a password and opens a session. */
export async function signIn(
  platform: Platform,
  input: { email: string; password: string; address: string; userAgent: string | null; requestId: string },
) {
  const now = platform.clock.now()
  const facts = await signInFacts(platform.db, input.email)
  const hash = facts?.passwordHash ?? null
  const { right, guess } = await guessPassword(platform, { ...input, hash })
  if (facts === undefined || !right) throw wrong()
  if (facts.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  const token = newToken('mse', platform.random)
  const sessionId = newId('ses', now, platform.random)
  const { id: personId, email, name, platformRole } = facts
  const memberships = await membershipsOf(platform.db, personId)
  const caller = {
    kind: 'person' as const,
    personId,
    email,
    name,
    platformRole,
    memberships,
    sessionId,
    byCookie: false,
  }
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000)
  const { requestId, address } = input
  await change(platform, { caller, requestId, address, idempotencyKey: null }, async (unit) => {
    await clearFailedSignIns(unit.trx, guess)
    await insertSession(unit.trx, {
      id: sessionId,
      tokenHash: hashToken(token),
      personId: facts.id,
      apiKeyId: null,
      address,
      userAgent: input.userAgent,
      now,
      expiresAt,
    })
    return unit.record('session.begin', { organizationId: null, id: sessionId })
  })
  return { token, expiresAt, person: facts, memberships }
}
