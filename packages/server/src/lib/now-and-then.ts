/** Writing that is done now and then, on demand, and once more at the end: never twice at the same time. */
export interface NowAndThen {
  flush(): Promise<void>
  stop(): Promise<void>
}

/** What `write` cannot write it keeps for the next time: it does not fail. */
export function nowAndThen(write: () => Promise<void>, everyMs: number): NowAndThen {
  let running: Promise<void> = Promise.resolve()
  const flush = () => {
    running = running.then(write)
    return running
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return {
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
