import { guarded } from '../../lib/guarded.ts'

/** The scan finds later deliveries. */
const LONGEST_MS = 60_000
/** The database decides what is due by its own clock. */
const GRACE_MS = 5

/** Looks again at a route when its next delivery is due. */
export interface DueTimers {
  later(installationId: string, milliseconds: number): void
  /** Does something after the time, then looks at the route. */
  after(installationId: string, milliseconds: number, act: () => void): void
  clear(): void
}

export function createDueTimers(
  wake: (installationId: string) => void,
  failed: (error: unknown, installationId: string) => void,
): DueTimers {
  const timers = new Set<NodeJS.Timeout>()
  function after(installationId: string, milliseconds: number, act: () => void): void {
    const due = () => {
      timers.delete(timer)
      act()
      wake(installationId)
    }
    const report = (error: unknown) => failed(error, installationId)
    const timer = setTimeout(guarded(report, due), Math.max(0, milliseconds) + GRACE_MS)
    timer.unref()
    timers.add(timer)
  }
  return {
    after,
    later(installationId, milliseconds) {
      if (milliseconds <= LONGEST_MS) after(installationId, milliseconds, () => {})
    },
    clear() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
