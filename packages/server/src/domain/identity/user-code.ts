import type { Random } from '../../lib/random.ts'

/** Letters that are not mistaken for others and spell no words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** A code that a person reads on one machine and types on another: 20^8 possibilities, in two groups of four. */
export function newUserCode(random: Random): string {
  let code = ''
  // Bytes above the largest multiple are dropped, so every letter is equally likely.
  while (code.length < LENGTH)
    for (const byte of random.bytes(LENGTH)) if (byte < 240) code += LETTERS.charAt(byte % LETTERS.length)
  return `${code.slice(0, 4)}-${code.slice(4, LENGTH)}`
}

/** A code as it is hashed, however it was typed. */
export function userCodeText(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, '')
}
