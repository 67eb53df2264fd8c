import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { passkeysOf } from '../../store/identity/passkeys.ts'
import { insertSignInStep } from '../../store/identity/sign-in-steps.ts'
import type { Platform } from '../platform/platform.ts'
import { expired, unavailable } from './check-passkey.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { lookUpStep } from './look-up-step.ts'

const CEREMONY_MS = 5 * 60_000

interface Ceremony {
  token: string
  options: Record<string, unknown>
}

async function keep(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  kind: 'passkey-register' | 'passkey-sign-in' | 'passkey-step-up',
  personId: string | null,
  options: { challenge: string },
): Promise<Ceremony> {
  const now = platform.clock.now()
  const token = newToken('mpk', platform.random)
  await insertSignInStep(platform.db, {
    tokenHash: hashToken(token),
    kind,
    personId,
    data: { challenge: options.challenge },
    now,
    expiresAt: new Date(now.getTime() + CEREMONY_MS),
  })
  // The library leaves members undefined, which JSON does not have.
  return { token, options: JSON.parse(JSON.stringify(options)) }
}

/** Options for a new passkey: one that is found by itself and asks for finger, face or PIN, so it is a first factor too. */
export async function beginPasskey(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  input: { person: { id: string; email: string; name: string }; relyingParty: RelyingParty | undefined },
): Promise<Ceremony> {
  const { person, relyingParty } = input
  if (relyingParty === undefined) throw unavailable()
  const known = await passkeysOf(platform.db, person.id)
  if (known.length >= limits.passkeys.value)
    throw new Failure('quota_exceeded', `You have ${known.length} passkeys. Remove one that you no longer use first.`)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'MKT',
    rpID: relyingParty.id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return keep(platform, 'passkey-register', person.id, options)
}

/** Options for signing in: with any passkey of this site, or, in the second step, with one of the person. */
export async function beginPasskeySignIn(
  platform: Pick<Platform, 'clock' | 'db' | 'random' | 'strangers'>,
  input: { token: string | undefined; relyingParty: RelyingParty | undefined; address: string },
): Promise<Ceremony> {
  const { token, relyingParty, address } = input
  if (token === undefined) return beginCheck(platform, 'passkey-sign-in', null, relyingParty)
  const step = await lookUpStep(platform, 'second-factor', { token, address }, 'keep')
  if (step?.personId == null) throw expired()
  return beginCheck(platform, 'passkey-sign-in', step.personId, relyingParty)
}

export function beginPasskeyStepUp(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  input: { personId: string; relyingParty: RelyingParty | undefined },
): Promise<Ceremony> {
  return beginCheck(platform, 'passkey-step-up', input.personId, input.relyingParty)
}

async function beginCheck(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  kind: 'passkey-sign-in' | 'passkey-step-up',
  personId: string | null,
  relyingParty: RelyingParty | undefined,
): Promise<Ceremony> {
  if (relyingParty === undefined) throw unavailable()
  const own = personId === null ? [] : await passkeysOf(platform.db, personId)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
    ...(personId === null
      ? {}
      : { allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })) }),
  })
  return keep(platform, kind, personId, options)
}
