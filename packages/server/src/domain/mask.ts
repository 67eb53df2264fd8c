const SHORTEST = 8
const HIDDEN = '[secret]'

/**
 * Makes a function that hides these secrets in text: as they are, and as they look inside JSON, in an address, or in
 * base64 at any alignment. Shorter ones than eight characters stay: hiding them would garble everything.
 */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const shapes = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue
    for (const shape of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]) {
      shapes.add(shape)
    }
    for (const shape of base64Shapes(secret)) shapes.add(shape)
  }
  if (shapes.size === 0) return (text) => text
  // Longer ones first, so that a secret that holds another one is hidden whole.
  const ordered = [...shapes].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((masked, shape) => masked.replaceAll(shape, HIDDEN), text)
}

/** What cannot be listed because it is made anew all the time, but has a shape: tokens of policy systems and our keys. */
const SHAPES = [/PAT_[0-9A-Z]{26}\w*/g, /k[0-9a-z]{60}[0-9a-v]{14}[\w-]{27}/g]

/** Hides keys of ours and tokens of policy systems, whosever they are. */
export function hideShapes(text: string): string {
  return SHAPES.reduce((hidden, shape) => hidden.replace(shape, HIDDEN), hideJwts(text))
}

/**
 * Three parts with dots between them, the first with `eyJ` and eight more characters. Looked for part by part, because an application says
 * what is searched here: one expression for all of it would begin anew at every `eyJ` of a long text and take the square of its length.
 */
function hideJwts(text: string): string {
  if (!text.includes('eyJ')) return text
  return text.replace(/[\w.-]+/g, (run) => {
    const parts = run.split('.')
    const hidden: string[] = []
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at] ?? ''
      const begin = part.indexOf('eyJ')
      const found = begin >= 0 && part.length - begin >= 11 && isLong(parts[at + 1]) && isLong(parts[at + 2])
      hidden.push(found ? part.slice(0, begin) + HIDDEN : part)
      if (found) at += 2
    }
    return hidden.join('.')
  })
}

function isLong(part: string | undefined): boolean {
  return part !== undefined && part.length >= SHORTEST
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
