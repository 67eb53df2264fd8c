/**
 * Puts another version into the text of a manifest and changes nothing else: indentation, order and unknown properties
 * stay as their author wrote them. Undefined when there is no top-level `version`.
 */
export function replaceVersion(text: string, version: string): string | undefined {
  const place = findVersion(text)
  return place && text.slice(0, place.start) + JSON.stringify(version) + text.slice(place.end)
}

/** Where the value of the top-level `version` stands: the last one, as parsers read it. */
function findVersion(text: string): { start: number; end: number } | undefined {
  let found: { start: number; end: number } | undefined
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      const end = endOfString(text, at)
      const value = depth === 1 ? valueAfter(text, end) : undefined
      if (value !== undefined && text[value] === '"' && read(text.slice(at, end)) === 'version') {
        found = { start: value, end: endOfString(text, value) }
        at = found.end - 1
      } else at = end - 1
    }
  }
  return found
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** Where the value begins when what ends here is a key. */
function valueAfter(text: string, end: number): number | undefined {
  const colon = /^\s*:\s*/.exec(text.slice(end, end + 4096))
  return colon ? end + colon[0].length : undefined
}

function read(quoted: string): unknown {
  try {
    return JSON.parse(quoted)
  } catch {
    // Not a valid string: then it is not the word we look for.
    return undefined
  }
}
