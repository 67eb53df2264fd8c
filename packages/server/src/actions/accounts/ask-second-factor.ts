import { hashToken, newToken } from '../../lib/token.ts'
import type { Person } from '../../store/accounts/people.ts'
import { factorCounts } from '../../store/identity/factors.ts'
import { insertSignInStep } from '../../store/identity/sign-in-steps.ts'
import type { Platform } from '../platform/platform.ts'

export const SECOND_STEP_PREFIX = 'mst_'
const STEP_SECONDS = 300

/** The first step was right: gives a token that is good for the second step alone. */
export async function askSecondFactor(platform: Pick<Platform, 'clock' | 'db' | 'random'>, person: Person) {
  const now = platform.clock.now()
  const token = newToken('mst', platform.random)
  const expiresAt = new Date(now.getTime() + STEP_SECONDS * 1000)
  await insertSignInStep(platform.db, {
    tokenHash: hashToken(token),
    kind: 'second-factor',
    personId: person.id,
    data: {},
    now,
    expiresAt,
  })
  const { totp, passkeys, recoveryCodes } = await factorCounts(platform.db, person.id)
  const secondFactor = [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ]
  // The identity is returned only after the second step.
  return { token, expiresAt, person: { ...person, platformRole: null }, memberships: [], secondFactor }
}
