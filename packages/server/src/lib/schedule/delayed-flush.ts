import { guarded } from '../guarded.ts'

/** Records buffered in memory and flushed periodically. */
export interface Flushing {
  /** Writes now, after what is in progress. */
  flush(): Promise<void>
  /** Writes a last time. */
  stop(): Promise<void>
}

/** Writes a while after the first note; never two at the same time. Nothing wakes a process that has nothing to write. */
export interface DelayedFlush extends Flushing {
  /** Something waits to be written. */
  noted(): void
}

/** `write` notes again what it could not write. An error it throws goes to `failed`. */
export function createDelayedFlush(
  write: () => Promise<void>,
  afterMs: number,
  failed: (error: unknown) => void,
): DelayedFlush {
  let running: Promise<void> = Promise.resolve()
  let underWay = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    underWay += 1
    running = running
      .then(write)
      .catch(failed)
      .finally(() => {
        underWay -= 1
      })
    return running
  }

  function due(): void {
    timer = undefined
    // A database that hangs does not gather writes that wait for it.
    if (underWay > 0) noted()
    else void flush()
  }

  function noted(): void {
    if (stopped) return
    timer ??= setTimeout(guarded(failed, due), afterMs).unref()
  }

  return {
    noted,
    flush,
    async stop() {
      stopped = true
      await flush()
    },
  }
}
