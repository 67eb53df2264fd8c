import { guarded } from './guarded.ts'

/** Writing that is done now and then, on demand, and once more at the end: never twice at the same time. */
export interface NowAndThen {
  flush(): Promise<void>
  stop(): Promise<void>
}

/** What `write` cannot write it keeps for the next time; what it throws all the same goes to `failed`, and the next time comes. */
export function nowAndThen(write: () => Promise<void>, everyMs: number, failed: (error: unknown) => void): NowAndThen {
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
