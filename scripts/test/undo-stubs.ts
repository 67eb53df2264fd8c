import { afterAll, vi } from 'vitest'

// The next file runs in the same process: it finds the clock, the environment and the globals as they were.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
