import { startPeriodic } from './periodic.ts'

/** Flushes at intervals, on demand, and a last time at the end; never two at the same time. */
export interface PeriodicFlush {
  flush(): Promise<void>
  stop(): Promise<void>
}

/** `write` keeps what it could not write for the next flush. An error it throws goes to `failed`, and flushing goes on. */
export function startPeriodicFlush(
  write: () => Promise<void>,
  everyMs: number,
  failed: (error: unknown) => void,
): PeriodicFlush {
  const { run, stop } = startPeriodic(write, everyMs, failed)
  return {
    flush: run,
    async stop() {
      await stop()
      await run()
    },
  }
}
