import { guarded } from '../guarded.ts'

export interface Periodic {
  /** Works now, after what is in progress. */
  run(): Promise<void>
  /** Ends the intervals, aborts the signal of the work, and waits for what is in progress. */
  stop(): Promise<void>
}

/**
 * Works at intervals and on demand, never two at the same time: an interval that finds work in progress is skipped. An error
 * goes to `failed`, and the next interval comes. Work that may take long looks at its signal, which is aborted when this stops.
 */
export function startPeriodic(
  work: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  failed: (error: unknown) => void,
): Periodic {
  let running: Promise<void> = Promise.resolve()
  let waiting = 0
  const stopping = new AbortController()
  const run = () => {
    waiting += 1
    running = running
      .then(async () => void (await work(stopping.signal)))
      .catch(failed)
      .finally(() => {
        waiting -= 1
      })
    return running
  }
  const tick = () => {
    if (waiting === 0) run()
  }
  const timer = setInterval(guarded(failed, tick), everyMs)
  timer.unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
