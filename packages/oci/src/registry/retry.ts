import { setTimeout as delay } from 'node:timers/promises'
import { OciError } from '../oci-error.ts'

/** A registry that asks for more patience than this gets no more of it. */
const LONGEST_MS = 30_000

/**
 * Tries again a few times when the registry could not be reached, later each time, or when it says how long to wait; every other failure is
 * final.
 */
export async function retry<T>(
  attempt: (number: number) => Promise<T>,
  signal?: AbortSignal,
  waitMs = 200,
): Promise<T> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number)
    } catch (error) {
      const asked = error instanceof OciError ? error.waitMs : undefined
      const again = asked !== undefined || (error instanceof OciError && error.code === 'registry_unreachable')
      if (!again || number === 4) throw error
      const ms = Math.max(waitMs * 2 ** number, Math.min(asked ?? 0, LONGEST_MS))
      await delay(ms, undefined, signal ? { signal } : {})
    }
  }
}
