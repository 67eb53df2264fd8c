export type Severity = 'error' | 'warning'

/** One thing wrong with a manifest: where it is, what is wrong and how to fix it. */
export interface Problem {
  rule: string
  severity: Severity
  /** JSON pointer into the manifest; `''` is the whole file. */
  pointer: string
  /** Counted from 1. */
  line: number
  /** Counted from 1, in UTF-16 units, as editors do. */
  column: number
  message: string
  fix: string
}

/** One thing wrong with a configuration; `pointer` is into `{ settings, mappings }`. */
export interface FieldProblem {
  pointer: string
  rule: string
  message: string
}
