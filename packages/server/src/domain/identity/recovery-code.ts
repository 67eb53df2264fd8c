import type { Random } from '../../lib/random.ts'

export const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Codes to write down: 16 letters of 31 each, almost 80 bits, in groups of four. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    let code = ''
    while (code.length < LENGTH) {
      // Bytes above the largest multiple are dropped, so every letter is equally likely.
      for (const byte of random.bytes(LENGTH)) if (byte < 248) code += LETTERS.charAt(byte % LETTERS.length)
    }
    return (code.slice(0, LENGTH).match(/.{4}/g) ?? []).join('-')
  })
}

/** A code as it is hashed, however it was typed. */
export function recoveryCodeText(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
