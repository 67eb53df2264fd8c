/** A benchmark: a file in bench/suites/ that exports `suite`. */
export interface Suite {
  name: string
  about: string
  run(): Promise<void>
}
