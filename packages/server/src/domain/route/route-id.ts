import type { Random } from '../../lib/random.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 25

/** A new route id: unguessable (125 bits), and usable as a DNS label. */
export function newRouteId(random: Random): string {
  return `r${[...random.bytes(CHARACTERS)].map((byte) => ALPHABET.charAt(byte & 31)).join('')}`
}
