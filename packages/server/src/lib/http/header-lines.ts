import { headerValue } from './header-value.ts'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Headers, given as names and values in turn, as lines. A value that a header cannot carry is percent-encoded; it never fails the request. */
export function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (!NAME.test(name)) throw new Error(`The header ${JSON.stringify(name)} cannot be written`)
    lines += `${name}: ${headerValue(headers[index + 1] ?? '')}\r\n`
  }
  return lines
}
