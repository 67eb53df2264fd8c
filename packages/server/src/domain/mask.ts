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
const SHAPES = [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, /PAT_[0-9A-Z]{26}\w*/g, /k[0-9a-z]{60}[0-9a-v]{14}[\w-]{27}/g]

/** Hides keys of ours and tokens of policy systems, whosever they are. */
export function hideShapes(text: string): string {
  return SHAPES.reduce((hidden, shape) => hidden.replace(shape, HIDDEN), text)
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
