import { RE2JS } from 're2js'
import { patternSteps } from './pattern-steps.ts'

export interface Pattern {
  /** The whole value must match, as with the pattern of an HTML input. Time is linear in the value. */
  matches(value: string): boolean
}

/** Time is also linear in the size of the compiled pattern, which counted repetition makes large: `(a?){500}a{500}`. */
const MAX_STEPS = 1_000
/** A pattern of more than this by its look is not compiled. The engine joins some steps, so the look alone does not decide below it. */
const MAX_TOLD_STEPS = 4 * MAX_STEPS

export type PatternFault = 'invalid' | 'too-complex'

/** Compiles RE2 syntax; the fault when it is none, or one that would take long. */
export function compilePattern(source: string): Pattern | PatternFault {
  if (patternSteps(source) > MAX_TOLD_STEPS) return 'too-complex'
  try {
    const compiled = RE2JS.compile(source)
    if (compiled.programSize() > MAX_STEPS) return 'too-complex'
    return { matches: (value) => compiled.matches(value) }
  } catch {
    // The engine throws for look-around, back-references and broken syntax alike: not a pattern we accept.
    return 'invalid'
  }
}

/** Whether a value matches; a pattern with a fault, which no checked manifest has, refuses nothing. */
export function matchesPattern(source: string, value: string): boolean {
  const pattern = compilePattern(source)
  return typeof pattern === 'string' || pattern.matches(value)
}
