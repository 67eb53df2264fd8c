import { Failure } from '@mkt/contract/errors'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { hashToken } from '../../lib/token.ts'
import { type Person, personById } from '../../store/accounts/people.ts'
import { takeSignInStep } from '../../store/identity/sign-in-steps.ts'
import { beginSession, type SignInOrigin } from '../accounts/begin-session.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { checkPasskey, expired, type PasskeyAnswer } from './check-passkey.ts'
import { checkProof, type FactorProof } from './check-proof.ts'
import { lookUpStep } from './look-up-step.ts'

async function enabledPerson(platform: Pick<Platform, 'db'>, id: string): Promise<Person> {
  const person = await personById(platform.db, id)
  if (person === undefined) throw expired()
  if (person.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  return person
}

/** The second step: the token of the first, and a factor. Both are used up with the session that begins, whose token is a new one. */
export async function completeSignIn(
  platform: Changing & Pick<Platform, 'policy' | 'strangers' | 'vault'>,
  input: SignInOrigin & { token: string; proof: FactorProof; relyingParty: RelyingParty | undefined },
) {
  const now = platform.clock.now()
  const tokenHash = hashToken(input.token)
  const step = await lookUpStep(platform, 'second-factor', input, 'keep')
  if (step?.personId == null) throw expired()
  const person = await enabledPerson(platform, step.personId)
  const { proof, relyingParty, address } = input
  const checked = await checkProof(platform, {
    personId: person.id,
    proof,
    address,
    relyingParty,
    step: 'passkey-sign-in',
  })
  return beginSession(platform, {
    ...input,
    person,
    method: 'password',
    factorAt: now,
    details: { factor: checked.method },
    async spend(unit) {
      if ((await takeSignInStep(unit.trx, 'second-factor', tokenHash, now)) === undefined) throw expired()
      await checked.spend(unit)
    },
  })
}

/** A passkey is something one has and asks for finger, face or PIN: two factors in one step. */
export async function signInWithPasskey(
  platform: Changing & Pick<Platform, 'policy' | 'strangers'>,
  input: SignInOrigin & { answer: PasskeyAnswer; relyingParty: RelyingParty | undefined },
) {
  const { answer, relyingParty, address } = input
  const { passkey, spend } = await checkPasskey(platform, {
    answer,
    personId: null,
    relyingParty,
    step: 'passkey-sign-in',
    address,
  })
  const person = await enabledPerson(platform, passkey.personId)
  const details = { passkey: passkey.name }
  return beginSession(platform, {
    ...input,
    person,
    method: 'passkey',
    factorAt: platform.clock.now(),
    details,
    spend,
  })
}
