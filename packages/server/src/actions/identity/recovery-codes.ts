import { Failure } from '@mkt/contract/errors'
import { newRecoveryCodes, recoveryCodeText } from '../../domain/identity/recovery-code.ts'
import { hashToken } from '../../lib/token.ts'
import { hasFactor, replaceRecoveryCodes } from '../../store/identity/factors.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Recorded, Unit } from '../platform/unit.ts'

/** Writes ten new codes in place of the former ones, as part of a change. Only their hashes are kept. */
export async function writeRecoveryCodes(unit: Unit, personId: string): Promise<string[]> {
  return (await recordedCodes(unit, personId)).result
}

async function recordedCodes(unit: Unit, personId: string): Promise<Recorded<string[]>> {
  const codes = newRecoveryCodes(unit.random)
  const hashes = codes.map((code) => hashToken(recoveryCodeText(code)))
  await replaceRecoveryCodes(unit.trx, personId, hashes, unit.now)
  return unit
    .record('factor.recovery-codes.create', { organizationId: null, id: personId, details: { codes: codes.length } })
    .with(codes)
}

export function createRecoveryCodes(platform: Changing, personId: string, origin: Origin): Promise<string[]> {
  return change(platform, origin, async (unit) => {
    if (!(await hasFactor(unit.trx, personId)))
      throw new Failure('factor_missing', 'Recovery codes stand in for a second factor. Set up one first.')
    return recordedCodes(unit, personId)
  })
}
