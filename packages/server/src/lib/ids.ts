import type { Random } from './random.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const RANDOM_BYTES = 16

/** The part after the prefix: ten characters of time, then sixteen of chance, so that text order is order of creation. */
export function sortablePart(now: Date, random: Random): string {
  let time = now.getTime()
  let head = ''
  for (let i = 0; i < TIME_CHARS; i += 1) {
    head = ALPHABET.charAt(time % 32) + head
    time = Math.floor(time / 32)
  }
  let tail = ''
  for (const byte of random.bytes(RANDOM_BYTES)) tail += ALPHABET.charAt(byte & 31)
  return head + tail
}

/** A new id: `<prefix>_` and 26 characters that sort by time of creation. */
export function newId(prefix: string, now: Date, random: Random): string {
  return `${prefix}_${sortablePart(now, random)}`
}

/** The same 26 characters under another prefix: how two names of one row are kept apart. */
export function withPrefix(prefix: string, id: string): string {
  return `${prefix}_${id.slice(id.lastIndexOf('_') + 1)}`
}

/** Whether the text has the shape of an id with this prefix. */
export function isId(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
}

/** When an id was made, by the part after its prefix. */
export function momentOf(part: string): Date {
  let time = 0
  for (const character of part.slice(0, TIME_CHARS)) time = time * 32 + Math.max(0, ALPHABET.indexOf(character))
  return new Date(time)
}

/** The smallest part an id made at this moment can have: for selecting by time over the primary key. */
export function firstPartAt(moment: Date): string {
  return sortablePart(moment, { bytes: (count) => Buffer.alloc(count) })
}
