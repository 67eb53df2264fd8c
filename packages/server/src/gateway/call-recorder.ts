import { createBatcher } from '../lib/batcher.ts'
import type { Log } from '../lib/log.ts'
import { type CallRecord, insertCalls } from '../store/calls.ts'
import type { Pool } from '../store/pool.ts'

/** Keeps a record of every call, in batches and beside the calls: none waits for it, and under pressure records are dropped. */
export interface CallRecorder {
  record(call: CallRecord): void
  readonly dropped: number
  drain(): Promise<void>
}

const MOST_WAITING = 10_000

export function createCallRecorder(pool: Pool, log: Log): CallRecorder {
  let dropped = 0
  let told = 0
  const batcher = createBatcher<CallRecord, undefined>({
    maxItems: 500,
    maxBytes: Number.POSITIVE_INFINITY,
    parallel: 1,
    sizeOf: () => 0,
    async write(calls) {
      await insertCalls(pool, calls)
      return []
    },
  })

  function drop(reason: string): void {
    dropped += 1
    if (Date.now() - told < 10_000) return
    told = Date.now()
    log.warn({ dropped, reason }, 'Records of calls were dropped')
  }

  return {
    record(call) {
      if (batcher.size >= MOST_WAITING) drop('too many waiting')
      else batcher.add(call).catch((error: Error) => drop(error.message))
    },
    get dropped() {
      return dropped
    },
    drain: () => batcher.drain(),
  }
}
