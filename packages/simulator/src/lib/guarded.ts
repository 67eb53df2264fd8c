/**
 * Wraps a callback that the runtime calls (a listener, a timer), so that whatever it throws, or its promise rejects with, goes to `failed` and never
 * to the process. The simulator runs beside the platform and imports nothing of it, so it has its own.
 */
export function guarded<Args extends unknown[]>(
  failed: (error: unknown) => void,
  callback: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    try {
      const result = callback(...args)
      if (result instanceof Promise) result.catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}
