/** The range of a text to hide, by index. */
export type Range = readonly [from: number, to: number]

/** What cannot be listed because it is made all the time, but has a shape: tokens of policy systems and our keys. */
const SHAPES = [/PAT_[0-9A-Z]{26}\w*/g, /k[0-9a-z]{60}[0-9a-v]{14}[\w-]{27}/g]

/** The shortest of the shapes in base64. */
const BASE64_RUN = /[\w+/-]{38,}/g

const LONG = 8

/** Finds our keys and tokens of policy systems, no matter whose, as they are. */
export function findTokens(text: string): Range[] {
  const found = findJwts(text)
  for (const shape of SHAPES)
    for (const match of text.matchAll(shape)) found.push([match.index, match.index + match[0].length])
  return found
}

/** Finds the same inside base64 of either alphabet. */
export function findEncodedTokens(text: string): Range[] {
  const found: Range[] = []
  for (const run of text.matchAll(BASE64_RUN)) {
    // Where the encoding began is not known: whatever stands before it may be of the same alphabet.
    for (let skipped = 0; skipped < 4; skipped += 1) {
      const begin = run.index + skipped
      const decoded = Buffer.from(run[0].slice(skipped), 'base64').toString('latin1')
      for (const [from, to] of findTokens(decoded))
        found.push([begin + Math.floor((from * 4) / 3), begin + Math.ceil((to * 4) / 3)])
    }
  }
  return found
}

/**
 * Three parts with dots between them, the first with `eyJ` and eight more characters. Looked for part by part, because an application says
 * what is searched here: one expression for all of it would begin again at every `eyJ` of a long text and take the square of its length.
 */
function findJwts(text: string): Range[] {
  const found: Range[] = []
  if (!text.includes('eyJ')) return found
  for (const run of text.matchAll(/[\w.-]+/g)) {
    const parts = run[0].split('.')
    let at = run.index
    for (let index = 0; index < parts.length; index += 1) {
      const [first = '', second = '', third = ''] = parts.slice(index, index + 3)
      const begin = first.indexOf('eyJ')
      const isToken = begin >= 0 && first.length - begin >= 3 + LONG && second.length >= LONG && third.length >= LONG
      const length = isToken ? first.length + second.length + third.length + 2 : first.length
      if (isToken) {
        found.push([at + begin, at + length])
        index += 2
      }
      at += length + 1
    }
  }
  return found
}
