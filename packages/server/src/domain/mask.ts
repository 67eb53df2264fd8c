const SHORTEST = 8
const HIDDEN = '[secret]'

/**
 * Makes a function that hides these secrets in text: as they are, and as they look inside JSON, in an address, or in
 * base64. Shorter ones than eight characters stay: hiding them would garble everything.
 */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const shapes = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue
    const base64 = Buffer.from(secret).toString('base64')
    for (const shape of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64])
      shapes.add(shape)
    shapes.add(base64.replace(/=+$/, ''))
  }
  if (shapes.size === 0) return (text) => text
  const ordered = [...shapes].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((masked, shape) => masked.replaceAll(shape, HIDDEN), text)
}
