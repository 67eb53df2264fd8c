import { type Place, placeIn } from './place.ts'
import type { Path } from './pointer.ts'
import { setOwn } from './text.ts'

export interface Scan {
  /** The value, as JSON.parse would give it; undefined when the text is not JSON. */
  value: unknown
  /** Of the whole value. A tree like the value itself, so that a long name costs no more however much is below it. */
  place: Place
  duplicates: { path: Path; offset: number }[]
  /** Numbers too large to be held, which would turn into something else when written again. */
  overflows: { path: Path; offset: number }[]
  error?: { message: string; offset: number }
}

class ScanError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Reads JSON and remembers where everything stands. Never throws; nesting is limited, so no input exhausts the stack. */
export function scanJson(text: string, maxDepth: number): Scan {
  const scan: Scan = { value: undefined, place: { offset: 0 }, duplicates: [], overflows: [] }
  const path: (string | number)[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0

  try {
    skipSpace()
    const value = readValue(scan.place, at)
    skipSpace()
    if (at < text.length) fail('There is more text after the end of the JSON value')
    scan.value = value
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    scan.error = { message: error.message, offset: error.offset }
  }
  return scan

  function fail(message: string, offset = at): never {
    throw new ScanError(message, offset)
  }

  function skipSpace(): void {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  }

  function readValue(place: Place, offset: number): unknown {
    place.offset = offset
    const first = text.charAt(at)
    if (first === '{' || first === '[') {
      if (path.length >= maxDepth) fail(`The file is nested more than ${maxDepth} levels deep`)
      return first === '{' ? readObject(place) : readArray(place)
    }
    if (first === '"') return readString()
    if (first === '-' || (first >= '0' && first <= '9')) return readNumber(offset)
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    }
    return fail(
      at >= text.length ? 'The file ends where a value is expected' : `Unexpected ${shown()}, a value is expected`,
    )
  }

  function readObject(place: Place): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    at += 1
    skipSpace()
    if (text.charAt(at) === '}') {
      at += 1
      return object
    }
    for (;;) {
      if (text.charAt(at) !== '"') fail(`Unexpected ${shown()}, a property name in double quotes is expected`)
      const offset = at
      const name = readString()
      path.push(name)
      if (Object.hasOwn(object, name)) scan.duplicates.push({ path: [...path], offset })
      skipSpace()
      if (text.charAt(at) !== ':') fail(`Unexpected ${shown()}, a colon is expected after the property name`)
      at += 1
      skipSpace()
      setOwn(object, name, readValue(placeIn(place, name), offset))
      path.pop()
      if (closes('}')) return object
    }
  }

  function readArray(place: Place): unknown[] {
    const array: unknown[] = []
    at += 1
    skipSpace()
    if (text.charAt(at) === ']') {
      at += 1
      return array
    }
    for (;;) {
      path.push(array.length)
      array.push(readValue(placeIn(place, array.length), at))
      path.pop()
      if (closes(']')) return array
    }
  }

  function closes(bracket: string): boolean {
    skipSpace()
    const next = text.charAt(at)
    if (next !== bracket && next !== ',') fail(`Unexpected ${shown()}, a comma or ${bracket} is expected`)
    at += 1
    if (next === bracket) return true
    skipSpace()
    if (text.charAt(at) === bracket) fail('There is a comma after the last item')
    return false
  }

  function readNumber(offset: number): number {
    numberForm.lastIndex = at
    const match = numberForm.exec(text)
    if (!match) fail('This is not a number')
    at += match[0].length
    const value = Number(match[0])
    if (!Number.isFinite(value)) scan.overflows.push({ path: [...path], offset })
    return value
  }

  function readString(): string {
    const start = at
    let out = ''
    at += 1
    for (;;) {
      const from = at
      while (at < text.length && text.charAt(at) !== '"' && text.charAt(at) !== '\\' && text.charAt(at) >= ' ') at += 1
      out += text.slice(from, at)
      if (at >= text.length) fail('A text is not closed by a double quote', start)
      const stop = text.charAt(at)
      if (stop === '"') {
        at += 1
        return out
      }
      if (stop !== '\\') fail('A line break or control character inside a text must be written as an escape')
      const letter = text.charAt(at + 1)
      if (letter === 'u') {
        const digits = text.slice(at + 2, at + 6)
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail('\\u must be followed by four hexadecimal digits')
        out += String.fromCharCode(Number.parseInt(digits, 16))
        at += 6
        continue
      }
      const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined
      if (plain === undefined) fail(`\\${letter} is not an escape that JSON knows`)
      out += plain
      at += 2
    }
  }

  function shown(): string {
    return at >= text.length ? 'end of the file' : JSON.stringify(text.charAt(at))
  }
}
