import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten characters of time, sixteen of chance: the locators of the enterprise variant. */
export function newUlid(now: number): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = `${CROCKFORD[rest % 32]}${time}`
  return time + Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('')
}
