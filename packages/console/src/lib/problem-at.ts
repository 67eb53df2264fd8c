import { RefusedError } from '@mkt/contract/client'

/** The problem at one field, found by its JSON pointer. */
export function problemAt(failure: unknown, pointer: string): string | undefined {
  if (!(failure instanceof RefusedError)) return undefined
  return failure.problems.find((problem) => problem.pointer === pointer)?.message
}
