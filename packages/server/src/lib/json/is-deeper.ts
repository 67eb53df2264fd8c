const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** How deep arrays and objects of a JSON text are nested, without parsing it: code that walks a value recursively is asked for no more than it can do. */
export function jsonDepth(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (OPENING.has(byte)) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (CLOSING.has(byte)) depth -= 1
  }
  return deepest
}
