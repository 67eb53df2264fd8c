import { vi } from 'vitest'

/** Waits for a condition as long as a busy machine may need, looking often. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}
