import { Failure } from '@mkt/contract/errors'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { type Passkey, passkeyByCredential, spendPasskey } from '../../store/identity/passkeys.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { lookUpStep } from './look-up-step.ts'

export interface PasskeyAnswer {
  token: string
  response: Record<string, unknown>
}

const refused = () =>
  new Failure('passkey_refused', 'This passkey was not accepted. Use one that you added here, or another factor.')

export const expired = () => new Failure('sign_in_expired', 'This took too long or was done before. Begin again.')

export const unavailable = () =>
  new Failure(
    'passkey_unavailable',
    'Browsers allow passkeys only on https and a host name, or on localhost. Open the console at such an address.',
  )

/** Checks what an authenticator signed: for our challenge, on our site, by a passkey that we know. */
export async function checkPasskey(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  input: {
    answer: PasskeyAnswer
    /** The person who must own it; null when the passkey itself says who signs in. */
    personId: string | null
    relyingParty: RelyingParty | undefined
    step: 'passkey-sign-in' | 'passkey-step-up'
    address: string
  },
): Promise<{ passkey: Passkey; spend(unit: Unit): Promise<void> }> {
  const { relyingParty, answer, address } = input
  if (relyingParty === undefined) throw unavailable()
  // Used up before it is looked at: a challenge has one answer.
  const step = await lookUpStep(platform, input.step, { token: answer.token, address }, 'take')
  if (step === undefined) throw expired()
  const { id } = answer.response
  const passkey = typeof id === 'string' ? await passkeyByCredential(platform.db, id.slice(0, 2000)) : undefined
  if (passkey === undefined || passkey.relyingParty !== relyingParty.id) throw refused()
  if (input.personId !== null && passkey.personId !== input.personId) throw refused()
  if (step.personId !== null && step.personId !== passkey.personId) throw refused()
  const newCounter = await verified(passkey, answer, String(step.data.challenge), relyingParty)
  return {
    passkey,
    async spend({ trx, now: at }) {
      if (!(await spendPasskey(trx, passkey.id, newCounter, at))) throw refused()
    },
  }
}

async function verified(
  passkey: Passkey,
  answer: PasskeyAnswer,
  expectedChallenge: string,
  relyingParty: RelyingParty,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified: right, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer.response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (right) return authenticationInfo.newCounter
  } catch {
    // The library says in words of its own what is wrong; the answer is the same for all of it.
  }
  throw refused()
}
