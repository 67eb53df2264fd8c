import { setTimeout as delay } from 'node:timers/promises'
import { OciError } from '../oci-error.ts'

/** Tries again a few times, later each time, when the registry could not be reached; every other failure is final. */
export async function retry<T>(
  attempt: (number: number) => Promise<T>,
  signal?: AbortSignal,
  waitMs = 200,
): Promise<T> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number)
    } catch (error) {
      const again = error instanceof OciError && error.code === 'registry_unreachable'
      if (!again || number === 4) throw error
      await delay(waitMs * 2 ** number, undefined, signal ? { signal } : {})
    }
  }
}
