import { Failure } from '@mkt/contract/errors'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken } from '../../lib/token.ts'
import { markProved } from '../../store/accounts/sessions.ts'
import { factorCounts } from '../../store/identity/factors.ts'
import { insertPasskey, type Passkey } from '../../store/identity/passkeys.ts'
import { takeSignInStep } from '../../store/identity/sign-in-steps.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { expired, type PasskeyAnswer, unavailable } from './check-passkey.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { writeRecoveryCodes } from './recovery-codes.ts'

const refused = () => new Failure('passkey_refused', 'The browser made a passkey that cannot be used here. Try again.')

/** Adds the passkey that a browser made for our challenge. With the first factor of a person come recovery codes. */
export async function addPasskey(
  platform: Changing,
  input: {
    personId: string
    sessionId: string
    name: string
    answer: PasskeyAnswer
    relyingParty: RelyingParty | undefined
  },
  origin: Origin,
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { personId, relyingParty } = input
  if (relyingParty === undefined) throw unavailable()
  const now = platform.clock.now()
  const step = await takeSignInStep(platform.db, 'passkey-register', hashToken(input.answer.token), now)
  if (step?.personId !== personId) throw expired()
  const credential = await verified(input.answer, String(step.data.challenge), relyingParty)
  const passkey: Passkey = {
    id: newId('psk', now, platform.random),
    personId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10).map((word) => String(word).slice(0, 40)),
    name: input.name,
    relyingParty: relyingParty.id,
    createdAt: now,
    lastUsedAt: null,
  }
  return change(platform, origin, async (unit) => {
    if (!(await insertPasskey(unit.trx, passkey))) throw refused()
    const { recoveryCodes } = await factorCounts(unit.trx, personId)
    const codes = recoveryCodes === 0 ? await writeRecoveryCodes(unit, personId) : []
    // The browser just proved it.
    await markProved(unit.trx, input.sessionId, unit.now, true)
    const details = { name: passkey.name, relyingParty: passkey.relyingParty }
    return unit
      .record('factor.passkey.add', { organizationId: null, id: personId, details })
      .with({ passkey, recoveryCodes: codes })
  })
}

async function verified(answer: PasskeyAnswer, expectedChallenge: string, relyingParty: RelyingParty) {
  const response = answer.response as unknown as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    // Certificates of an attestation name addresses to ask for revocations. None was asked for, so none is looked at.
    const { attestationObject } = response.response
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('attStmt')
    if (statement.get('x5c') !== undefined || statement.get('response') !== undefined) throw refused()
    const { verified: right, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
    })
    if (right) return { ...registrationInfo.credential, transports: response.response.transports }
  } catch {
    // The library says in words of its own what is wrong; the answer is the same for all of it.
  }
  throw refused()
}
