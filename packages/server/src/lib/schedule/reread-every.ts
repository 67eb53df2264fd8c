import type { Clock } from '../clock.ts'

/** Reads what is costly once per period: who asks meanwhile gets what was read last, or waits for the read in progress. */
export function rereadEvery<Value>(clock: Clock, milliseconds: number, read: () => Promise<Value>) {
  let last: { at: number; value: Promise<Value> } | undefined
  return async (): Promise<Value> => {
    const now = clock.now().getTime()
    if (last === undefined || now - last.at >= milliseconds) last = { at: now, value: read() }
    const own = last
    try {
      return await own.value
    } catch (error) {
      // A read that failed is tried again by the next one who asks.
      if (last === own) last = undefined
      throw error
    }
  }
}
