import { Failure } from '@mkt/contract/errors'
import { acceptedStep, base32, totpUri } from '../../domain/identity/totp.ts'
import { markProved } from '../../store/accounts/sessions.ts'
import { confirmTotp, factorCounts, putTotp, spendTotpStep, totpOf } from '../../store/identity/factors.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { limited, wrongFactor } from './check-proof.ts'
import { writeRecoveryCodes } from './recovery-codes.ts'
import { totpOwner } from './totp-owner.ts'

const SECRET_BYTES = 20

/** Makes the secret of an authenticator app. It protects nothing until the person has shown that the app has it. */
export async function beginTotp(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'random' | 'vault'>,
  person: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = platform.random.bytes(SECRET_BYTES)
  const sealed = await platform.vault.seal(totpOwner, person.id, secret)
  const begun = await putTotp(platform.db, { personId: person.id, sealed, now: platform.clock.now() })
  if (!begun)
    throw new Failure('factor_exists', 'You have an authenticator app already. Remove it first to set up another one.')
  const { host } = new URL(platform.addresses.publicUrl)
  return { secret: base32(secret), uri: totpUri(secret, person.email, `MKT ${host}`) }
}

/** The first code shows that the app has the secret: from now on signing in asks for one. */
export async function finishTotp(
  platform: Changing & Pick<Platform, 'vault'>,
  input: { personId: string; sessionId: string; code: string; address: string },
  origin: Origin,
): Promise<string[]> {
  const { personId } = input
  const totp = await totpOf(platform.db, personId)
  if (totp === undefined || totp.confirmedAt !== null)
    throw new Failure('not_found', 'There is no authenticator app to confirm. Begin to set up one.')
  const secret = await platform.vault.open(totpOwner, personId, totp.sealed)
  const step = await limited(platform, input, async () => {
    const accepted = acceptedStep(secret, input.code, totp.lastStep, platform.clock.now())
    if (accepted === undefined) throw wrongFactor()
    return accepted
  })
  return change(platform, origin, async (unit) => {
    const spent = await spendTotpStep(unit.trx, personId, step)
    if (!spent || !(await confirmTotp(unit.trx, personId, unit.now))) throw wrongFactor()
    const { recoveryCodes } = await factorCounts(unit.trx, personId)
    const codes = recoveryCodes === 0 ? await writeRecoveryCodes(unit, personId) : []
    await markProved(unit.trx, input.sessionId, unit.now, true)
    return unit.record('factor.totp.add', { organizationId: null, id: personId }).with(codes)
  })
}
