import { guarded } from '../guarded.ts'

/** The value of the promise, or undefined when it takes longer than the limit. */
export function within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const { promise: late, resolve, reject } = Promise.withResolvers<undefined>()
  const timer = setTimeout(
    guarded(reject, () => resolve(undefined)),
    limitMs,
  )
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** The value of the promise; what takes longer than the limit fails with what `late` makes. */
export async function inTime<Value>(promise: Promise<Value>, limitMs: number, late: () => Error): Promise<Value> {
  const found = await within(
    promise.then((value) => ({ value })),
    limitMs,
  )
  if (found === undefined) throw late()
  return found.value
}
