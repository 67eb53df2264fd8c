import { guarded } from './guarded.ts'

/** Flushes at intervals, on demand, and once more at the end; never two at the same time. */
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
  let running: Promise<void> = Promise.resolve()
  const flush = () => {
    running = running.then(write).catch(failed)
    return running
  }
  const timer = setInterval(guarded(failed, flush), everyMs)
  timer.unref()
  return {
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
