import type { Caller } from '../../domain/accounts/caller.ts'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { passwordHashOf } from '../../store/accounts/people.ts'
import { markProved } from '../../store/accounts/sessions.ts'
import { clearFailedSignIns } from '../../store/accounts/sign-ins.ts'
import { guessPassword } from '../accounts/guess-password.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkProof, type FactorProof, wrongFactor } from './check-proof.ts'

/** Makes the session of a person fresh: by a second factor, or by the password of a person who has none. */
export async function stepUp(
  platform: Changing & Pick<Platform, 'strangers' | 'vault'>,
  input: {
    person: Extract<Caller, { kind: 'person' }>
    proof: FactorProof & { password?: string | undefined }
    address: string
    relyingParty: RelyingParty | undefined
  },
  origin: Origin,
): Promise<void> {
  const { person, proof, address, relyingParty } = input
  const { personId, sessionId } = person
  const checked =
    proof.password === undefined
      ? await checkProof(platform, { personId, proof, address, relyingParty, step: 'passkey-step-up' })
      : await checkPassword(platform, person, proof.password, address)
  await change(platform, origin, async (unit) => {
    await checked?.spend(unit)
    await markProved(unit.trx, sessionId, unit.now, checked !== undefined)
    const details = { factor: checked?.method ?? 'password' }
    return unit.record('session.step-up', { organizationId: null, id: sessionId, details })
  })
}

/** A password proves nothing where a second factor is set. */
async function checkPassword(
  platform: Pick<Platform, 'clock' | 'db'>,
  person: Extract<Caller, { kind: 'person' }>,
  password: string,
  address: string,
): Promise<undefined> {
  if (person.assurance.hasFactor) throw wrongFactor()
  const { personId, email } = person
  const find = async () => ({ passwordHash: await passwordHashOf(platform.db, personId) })
  const { right, guess } = await guessPassword(platform, { email, address, password, find })
  if (!right) throw wrongFactor()
  await clearFailedSignIns(platform.db, guess)
  return undefined
}
