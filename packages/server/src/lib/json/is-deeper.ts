const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Whether arrays and objects of a JSON text are nested deeper than so many levels, without parsing it: code that walks a value recursively is asked
 * for no more than it can do. The first level too many ends the look, so that a text made to be deep costs next to nothing.
 */
export function isDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1
      if (depth > levels) return true
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1
  }
  return false
}
