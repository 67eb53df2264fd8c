import { addTo, type CountedRequest, countRequest, noRequests, type RequestCount } from '../domain/request-count.ts'
import type { Platform } from './platform.ts'

/** Requests counted in memory by what they were for, and written down now and then. */
export interface RequestTally {
  note(id: string, request: CountedRequest): void
  /** Writes down what was counted since; what cannot be written now is kept. */
  flush(): Promise<void>
  stop(): Promise<void>
}

export function createRequestTally(
  { log }: Pick<Platform, 'log'>,
  everyMs: number,
  write: (counts: ReadonlyMap<string, RequestCount>) => Promise<void>,
): RequestTally {
  let counts = new Map<string, RequestCount>()
  let running: Promise<void> = Promise.resolve()

  function countOf(id: string): RequestCount {
    const known = counts.get(id)
    if (known !== undefined) return known
    const count = noRequests()
    counts.set(id, count)
    return count
  }

  async function writeDown(): Promise<void> {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    try {
      await write(taken)
    } catch (error) {
      log.debug({ error }, 'Counted requests could not be written down; they are added to what comes next')
      for (const [id, count] of taken) addTo(countOf(id), count)
    }
  }

  function flush(): Promise<void> {
    running = running.then(writeDown)
    return running
  }

  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return {
    note: (id, request) => countRequest(countOf(id), request),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
