import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { count } from '@mkt/contract/text'
import { recoveryCodeText } from '../../domain/identity/recovery-code.ts'
import type { RelyingParty } from '../../domain/identity/relying-party.ts'
import { acceptedStep } from '../../domain/identity/totp.ts'
import { addressKey } from '../../lib/sharing/address-party.ts'
import { hashToken } from '../../lib/token.ts'
import { clearFactorAttempts, refundFactorAttempt, takeFactorAttempt } from '../../store/identity/factor-attempts.ts'
import { isOpenRecoveryCode, spendRecoveryCode, spendTotpStep, totpOf } from '../../store/identity/factors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { checkPasskey, type PasskeyAnswer } from './check-passkey.ts'
import { totpOwner } from './totp-owner.ts'

export interface FactorProof {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/** A proof that is right. It is used up inside the change that it allows; of two changes with one proof the second fails. */
export interface CheckedProof {
  method: 'totp' | 'recovery-code' | 'passkey'
  spend(unit: Unit): Promise<void>
}

const LOCK_MS = limits.factorLock.value
const PER_ACCOUNT = limits.factorGuesses.value
const PER_ADDRESS = limits.placeGuesses.value

export const wrongFactor = () =>
  new Failure(
    'factor_wrong',
    'This code is wrong, was used before or has expired. Wait for the next one and try again.',
  )

/** Checks a second factor of a person. Attempts are limited by account and by address, whatever is tried. */
export async function checkProof(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers' | 'vault'>,
  input: {
    personId: string
    proof: FactorProof
    address: string
    relyingParty: RelyingParty | undefined
    /** The kind of challenge a passkey must have answered. */
    step: 'passkey-sign-in' | 'passkey-step-up'
  },
): Promise<CheckedProof> {
  const { personId, proof } = input
  return limited(platform, input, async () => {
    if (proof.code !== undefined) return checkTotp(platform, personId, proof.code)
    if (proof.recoveryCode !== undefined) return checkRecoveryCode(platform, personId, proof.recoveryCode)
    if (proof.passkey === undefined) throw wrongFactor()
    const { relyingParty, step, address } = input
    const { spend } = await checkPasskey(platform, { answer: proof.passkey, personId, relyingParty, step, address })
    return { method: 'passkey', spend }
  })
}

/** Runs a check of something that could be guessed. Wrong guesses count; right ones do not, and a right factor forgets the wrong ones. */
export async function limited<Checked>(
  platform: Pick<Platform, 'clock' | 'db'>,
  { personId, address, what = 'account' }: { personId: string; address: string; what?: 'account' | 'device' },
  check: () => Promise<Checked>,
): Promise<Checked> {
  const now = platform.clock.now()
  const lockedUntil = new Date(now.getTime() + LOCK_MS)
  const account = { holder: `${what}:${personId}`, most: PER_ACCOUNT, lockedUntil, now }
  const place = { holder: addressKey(address), most: PER_ADDRESS, lockedUntil, now }
  for (const limit of [place, account]) {
    const locked = await takeFactorAttempt(platform.db, limit)
    if (locked === undefined) continue
    const seconds = Math.max(1, Math.ceil((locked.getTime() - now.getTime()) / 1000))
    throw new Failure(
      'factor_locked',
      `Too many wrong codes. Try again in ${count(Math.ceil(seconds / 60), 'minute')}.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
  const checked = await check()
  // Anybody can begin a sign-in and so knows one right device code: it must not make guesses at others forgotten.
  if (what === 'device') await refundFactorAttempt(platform.db, account)
  else await clearFactorAttempts(platform.db, account.holder)
  await refundFactorAttempt(platform.db, place)
  return checked
}

async function checkTotp(
  platform: Pick<Platform, 'clock' | 'db' | 'vault'>,
  personId: string,
  code: string,
): Promise<CheckedProof> {
  const totp = await totpOf(platform.db, personId)
  if (totp?.confirmedAt == null) throw wrongFactor()
  const secret = await platform.vault.open(totpOwner, personId, totp.sealed)
  const step = acceptedStep(secret, code, totp.lastStep, platform.clock.now())
  if (step === undefined) throw wrongFactor()
  return {
    method: 'totp',
    async spend({ trx }) {
      if (!(await spendTotpStep(trx, personId, step))) throw wrongFactor()
    },
  }
}

async function checkRecoveryCode(
  platform: Pick<Platform, 'db'>,
  personId: string,
  typed: string,
): Promise<CheckedProof> {
  const hash = hashToken(recoveryCodeText(typed))
  if (!(await isOpenRecoveryCode(platform.db, personId, hash))) throw wrongFactor()
  return {
    method: 'recovery-code',
    async spend(unit) {
      if (!(await spendRecoveryCode(unit.trx, personId, hash, unit.now))) throw wrongFactor()
      unit.record('factor.recovery-code.use', { organizationId: null, id: personId })
    },
  }
}
