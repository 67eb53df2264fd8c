/** A shared resource that a party could exhaust: the limit, the file that enforces it, and the test for it. */
export interface Resource {
  takes: string
  bound: string
  /** The limit is per process: it multiplies with the number of processes. */
  each?: 'process'
  /** The file that enforces it. */
  where: string
  test: { file: string; name: string }
}

export const server = 'packages/server/src'
export const engines = 'packages/engines/src'
