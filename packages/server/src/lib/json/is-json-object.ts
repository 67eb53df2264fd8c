import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Nobody's answer is nested as deep as this; who walks one that is would run out of stack. */
const MAX_LEVELS = 1_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const ZERO = 0x30
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const LOWER_U = 0x75
const LOWER_E = 0x65
const UPPER_E = 0x45

/** What may follow a backslash in a text, but for `u`. */
const escapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)))
const words = ['true', 'false', 'null'].map((word) => Buffer.from(word))

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= ZERO + 9
const isHexDigit = (byte: number | undefined) =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)

/**
 * Whether bytes are the JSON text of an object, as strictly as `JSON.parse` after decoding UTF-8 sees it, without building what they stand for: an
 * object with half a million names takes `JSON.parse` most of a second, in which nobody else has a turn, and this look some milliseconds.
 */
export function isJsonObject(bytes: Uint8Array): boolean {
  return new Look(bytes).goOn(bytes.length) === true
}

/** Takes five milliseconds at most, whatever the bytes are. */
const SLICE_BYTES = 128 * 1024

interface Slices {
  sliceBytes?: number
  others?: () => Promise<unknown>
}

/**
 * The same for bytes that may be many: between two slices others have a turn, for five megabytes made of single digits take a fifth of a second. Few
 * bytes are answered without a promise.
 */
export function isJsonObjectInTurns(
  bytes: Uint8Array,
  { sliceBytes = SLICE_BYTES, others = yieldToOthers }: Slices = {},
): boolean | Promise<boolean> {
  const look = new Look(bytes)
  return look.goOn(sliceBytes) ?? goOnInTurns(look, sliceBytes, others)
}

async function goOnInTurns(look: Look, sliceBytes: number, others: () => Promise<unknown>): Promise<boolean> {
  for (;;) {
    await others()
    const found = look.goOn(sliceBytes)
    if (found !== undefined) return found
  }
}

class Look {
  readonly #bytes: Uint8Array
  #at = 0
  /** Arrays and objects that are open, the innermost last: they are remembered, not recursed into. */
  readonly #isObject: boolean[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Looks at so many bytes more, and at the rest of a text or number that they end in. Undefined where it is not at the end yet. */
  goOn(count: number): boolean | undefined {
    if (this.#at === 0) {
      this.#skipSpace()
      if (this.#bytes[this.#at] !== OPENING_BRACE) return false
    }
    const found = this.#values(this.#at + count)
    if (found !== true) return found
    this.#skipSpace()
    return this.#at === this.#bytes.length
  }

  /** One value with all that is in it, from where it stood. */
  #values(until: number): boolean | undefined {
    const isObject = this.#isObject
    for (;;) {
      if (this.#at > until) return undefined
      const opened = this.#begin(isObject)
      if (opened === 'wrong') return false
      if (opened === 'inside') continue
      // A value has ended: so may those around it.
      for (;;) {
        const within = isObject.at(-1)
        if (within === undefined) return true
        this.#skipSpace()
        const byte = this.#bytes[this.#at]
        this.#at += 1
        if (byte === COMMA) {
          if (within && !this.#name()) return false
          break
        }
        if (byte !== (within ? CLOSING_BRACE : CLOSING_BRACKET)) return false
        isObject.pop()
      }
    }
  }

  /** Reads a value up to its end, or up to the first value inside it. */
  #begin(isObject: boolean[]): 'wrong' | 'inside' | 'ended' {
    this.#skipSpace()
    const byte = this.#bytes[this.#at]
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      const object = byte === OPENING_BRACE
      if (isObject.length >= MAX_LEVELS) return 'wrong'
      this.#at += 1
      this.#skipSpace()
      if (this.#bytes[this.#at] === (object ? CLOSING_BRACE : CLOSING_BRACKET)) {
        this.#at += 1
        return 'ended'
      }
      isObject.push(object)
      return !object || this.#name() ? 'inside' : 'wrong'
    }
    const isValue = byte === QUOTE ? this.#text() : byte === MINUS || isDigit(byte) ? this.#number() : this.#word()
    return isValue ? 'ended' : 'wrong'
  }

  /** The name of a member and its colon. */
  #name(): boolean {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== QUOTE || !this.#text()) return false
    this.#skipSpace()
    const isNamed = this.#bytes[this.#at] === COLON
    this.#at += 1
    return isNamed
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at]
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return
      this.#at += 1
    }
  }

  /** What is no UTF-8 is decoded to a replacement character, which a text may hold. */
  #text(): boolean {
    const bytes = this.#bytes
    let at = this.#at + 1
    for (; ; at += 1) {
      const byte = bytes[at]
      if (byte === undefined || byte < 0x20) return false
      if (byte === QUOTE) break
      if (byte !== BACKSLASH) continue
      at += 1
      const escaped = bytes[at]
      if (escaped === LOWER_U) {
        for (let digit = 1; digit <= 4; digit += 1) if (!isHexDigit(bytes[at + digit])) return false
        at += 4
      } else if (escaped === undefined || !escapes.has(escaped)) return false
    }
    this.#at = at + 1
    return true
  }

  #number(): boolean {
    if (this.#bytes[this.#at] === MINUS) this.#at += 1
    if (this.#bytes[this.#at] === ZERO) this.#at += 1
    else if (!this.#digits()) return false
    if (this.#bytes[this.#at] === POINT) {
      this.#at += 1
      if (!this.#digits()) return false
    }
    const exponent = this.#bytes[this.#at]
    if (exponent !== LOWER_E && exponent !== UPPER_E) return true
    this.#at += 1
    const sign = this.#bytes[this.#at]
    if (sign === PLUS || sign === MINUS) this.#at += 1
    return this.#digits()
  }

  /** At least one. */
  #digits(): boolean {
    const from = this.#at
    while (isDigit(this.#bytes[this.#at])) this.#at += 1
    return this.#at > from
  }

  #word(): boolean {
    const word = words.find((one) => one.every((byte, index) => this.#bytes[this.#at + index] === byte))
    this.#at += word?.length ?? 0
    return word !== undefined
  }
}
