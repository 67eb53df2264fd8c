const PLAIN = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/
const LONGEST = 2_000
const SPACE = 0x20
const PERCENT = 0x25

/** Whether a text can be the value of a header as it is: visible ASCII, with spaces and tabs only inside. */
export function isHeaderValue(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text)
}

/**
 * Makes any text a header value that every parser accepts. A value that is already safe stays as it is; in any other, each byte that a header
 * cannot carry is percent-encoded as UTF-8, so nothing can end the line, and what is too long is cut.
 */
export function headerValue(text: string): string {
  if (isHeaderValue(text)) return text
  let safe = ''
  for (const byte of Buffer.from(text.slice(0, LONGEST))) {
    const next = byte >= SPACE && byte < 0x7f && byte !== PERCENT ? String.fromCharCode(byte) : escapeOf(byte)
    if (safe.length + next.length > LONGEST) break
    safe += next
  }
  // A parser drops spaces at the ends, so these are encoded as well.
  return safe.replace(/^ | $/g, '%20').slice(0, LONGEST)
}

function escapeOf(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
