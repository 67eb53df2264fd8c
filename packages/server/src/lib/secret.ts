import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/**
 * Text that must not be shown. Every usual way to print a value (template, JSON, inspect, logger)
 * gives `[secret]`; only `reveal()` gives the text, so the places that open one can be found by name.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  static of(text: string | Uint8Array): Secret {
    return new Secret(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
