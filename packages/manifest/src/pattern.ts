import { RE2JS } from 're2js'

export interface Pattern {
  /** The whole value must match, as with the pattern of an HTML input. Time is linear in the value. */
  matches(value: string): boolean
}

/** Compiles RE2 syntax; undefined when it is none. */
export function compilePattern(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(source)
    return { matches: (value) => compiled.matches(value) }
  } catch {
    // The engine throws for look-around, back-references and broken syntax alike: no pattern of ours.
    return undefined
  }
}
