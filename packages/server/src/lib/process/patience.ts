/** How long a process that ends lets requests in progress be answered. Documented in docs/operations.md. */
export const PATIENCE_MS = 35_000
/** What came later, in the course of what is finished first, has at least this long. */
const LEAST_MS = 5_000

/** One time for all parts of a process, which close one after another: together they take no longer than what supervisors wait. */
export interface Patience {
  /** The first part takes no more requests. */
  begin(): void
  leftMs(): number
}

export function createPatience(now: () => number = () => performance.now()): Patience {
  let began: number | undefined
  return {
    begin() {
      began ??= now()
    },
    leftMs: () => (began === undefined ? PATIENCE_MS : Math.max(PATIENCE_MS - (now() - began), LEAST_MS)),
  }
}
