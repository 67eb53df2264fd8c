import type { Log } from '../lib/log.ts'
import { type CallRecord, insertCalls } from '../store/call/calls.ts'
import type { Pool } from '../store/database/pool.ts'

/** Keeps a record of every call, in batches and beside the calls: none waits for it, and under pressure records are dropped. */
export interface CallRecorder {
  record(call: CallRecord): void
  readonly dropped: number
  drain(): Promise<void>
}

const MOST_WAITING = 10_000
const BATCH = 500
const TELL_EVERY_MS = 10_000

export function createCallRecorder(pool: Pool, log: Log): CallRecorder {
  let waiting: CallRecord[] = []
  let writing: Promise<void> | undefined
  let dropped = 0
  let told = Number.NEGATIVE_INFINITY

  function drop(count: number, reason: string): void {
    dropped += count
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    log.warn({ dropped, reason }, 'Records of calls were dropped')
  }

  /** One batch after another: at rest a record is written at once, under load batches grow by themselves. */
  async function write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await insertCalls(pool, batch).catch((error: Error) => drop(batch.length, error.message))
    }
    writing = undefined
  }

  return {
    record(call) {
      if (waiting.length >= MOST_WAITING) drop(1, 'too many waiting')
      else waiting.push(call)
      writing ??= write()
    },
    get dropped() {
      return dropped
    },
    async drain() {
      while (writing !== undefined) await writing
    },
  }
}
