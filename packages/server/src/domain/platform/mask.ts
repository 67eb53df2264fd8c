import { type DecodedView, decodedViews } from './decoded-views.ts'
import { findEncodedTokens, findTokens, type Range } from './token-shapes.ts'
import { unbroken } from './unbroken-view.ts'

const SHORTEST = 8
const HIDDEN = '[secret]'

/**
 * Hides secrets in a text. With `most`, no more than this number of its first bytes is shown: the rest is looked at anyway, because
 * what is cut before it is masked may end with half a secret.
 */
export type Mask = (text: string, most?: number) => string

/** How much must be kept beyond what is shown, so that a secret at its end is known as one: the longest there are, in base64. */
export const maskMargin = 16 * 1024

/**
 * Makes a function that hides these secrets in text, and our keys and tokens of policy systems, no matter whose: as they are, and as
 * they look inside JSON, in an address, or in base64 at any alignment, broken into lines or not. Shorter secrets than eight characters stay:
 * hiding them would garble everything. Applications say what is searched, so the time is that of one pass, whatever the text.
 */
export function createMask(secrets: Iterable<string>): Mask {
  const shapes = new Set<string>()
  const encoded = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue
    const bytes = toBytes(secret)
    // Forms say `+` for a space.
    for (const shape of [bytes, bytes.replaceAll(' ', '+')]) shapes.add(shape)
    for (const shape of base64Shapes(secret)) encoded.add(shape)
  }
  return (text, most = Number.POSITIVE_INFINITY) => {
    const bytes = toBytes(text)
    const hidden: Range[] = []
    const add = (view: DecodedView, found: Range[]) => {
      for (const [from, to] of found) hidden.push([view.begin(from), view.end(to)])
    }
    const addEncoded = (view: DecodedView) =>
      add(view, [...findListed(view.text, encoded), ...findEncodedTokens(view.text)])
    for (const view of decodedViews(bytes)) {
      add(view, [...findListed(view.text, shapes), ...findTokens(view.text)])
      addEncoded(view)
      const joined = unbroken(view)
      if (joined) addEncoded(joined)
    }
    return toText(hide(bytes, hidden, most))
  }
}

function findListed(text: string, shapes: Iterable<string>): Range[] {
  const found: Range[] = []
  for (const shape of shapes)
    for (let at = text.indexOf(shape); at >= 0; at = text.indexOf(shape, at + shape.length))
      found.push([at, at + shape.length])
  return found
}

function hide(bytes: string, ranges: Range[], most: number): string {
  let shown = ''
  let at = 0
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    if (from >= most) break
    // What overlaps is one secret in another; what only touches is two.
    if (from >= at) shown += bytes.slice(at, from) + HIDDEN
    at = Math.max(at, to)
  }
  return at < most ? shown + bytes.slice(at, wholeCharacters(bytes, most)) : shown
}

/** Not further than this, and not through the middle of a character. */
function wholeCharacters(bytes: string, most: number): number {
  let end = Math.min(most, bytes.length)
  while (end < bytes.length && end > 0 && (bytes.charCodeAt(end) & 0xc0) === 0x80) end -= 1
  return end
}

/** One character for each byte, so that what is searched looks alike in every alphabet and encoding. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function toText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** What a secret looks like inside base64, whatever stands before and after it: the characters that depend on it alone. */
function base64Shapes(secret: string): string[] {
  const alignments = [
    [0, 0],
    [1, 2],
    [2, 3],
  ] as const
  return alignments.flatMap(([before, skip]) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const standard = bytes.toString('base64').slice(skip, Math.floor((bytes.length * 8) / 6))
    if (standard.length < SHORTEST) return []
    return [standard, standard.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
