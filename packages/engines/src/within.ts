import { guarded } from './guarded.ts'

/** The promise's answer, or a failure once the time is over. What was asked for may still happen later. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const end = guarded(reject, () => reject(new TimeoutError(milliseconds)))
    timer = setTimeout(end, milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

class TimeoutError extends Error {
  override name = 'TimeoutError'

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`)
  }
}

/** Whether a call failed because its time was over, rather than by an answer. */
export function isLate(error: unknown): boolean {
  return error instanceof TimeoutError
}
