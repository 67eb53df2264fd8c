const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Headers, given as names and values in turn, as lines. Whatever the values hold, they cannot become lines of their own: a character that has
 * no place in a header makes the request impossible.
 */
export function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (!VALUE.test(value) || !NAME.test(name)) throw new Error(`The header ${JSON.stringify(name)} cannot be written`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
