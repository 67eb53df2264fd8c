import { hashToken } from '../../lib/token.ts'
import { type SignInStep, signInStep, takeSignInStep } from '../../store/identity/sign-in-steps.ts'
import { lookUpCredential } from '../accounts/look-up-credential.ts'
import type { Platform } from '../platform/platform.ts'

/** Finds the step of a sign-in that a token belongs to, or uses it up. Anybody can invent tokens, so they are looked up like all credentials. */
export function lookUpStep(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  kind: Parameters<typeof signInStep>[1],
  { token, address }: { token: string; address: string | undefined },
  then: 'keep' | 'take',
): Promise<SignInStep | undefined> {
  const find = then === 'take' ? takeSignInStep : signInStep
  const lookUp = () => find(platform.db, kind, hashToken(token), platform.clock.now())
  // One that was used up is never right again, and must not push out what is.
  return lookUpCredential(platform, address, token, lookUp, { isOnce: then === 'take' })
}
