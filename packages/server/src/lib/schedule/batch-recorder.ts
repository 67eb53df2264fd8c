import { createHalfShare } from '../sharing/half-share.ts'

export interface BatchRecorder<Row> {
  /** Takes a row and returns at once. */
  record(row: Row): void
  /** Rows that were lost: too many waited, or they could not be written. */
  readonly dropped: number
  drain(): Promise<void>
}

const MAX_WAITING = 10_000
const BATCH = 500
const WARN_EVERY_MS = 10_000

/**
 * Writes rows behind the requests that they tell of, one batch after another: at rest a row is written at once, under load batches
 * grow by themselves. One party has at most half of the rows that wait. A batch that fails is dropped; `warn` hears of it, at most every ten seconds.
 */
export function createBatchRecorder<Row>(
  write: (batch: readonly Row[]) => Promise<unknown>,
  warn: (facts: { dropped: number; reason: string }) => void,
  partyOf: (row: Row) => string,
): BatchRecorder<Row> {
  const share = createHalfShare(MAX_WAITING)
  let waiting: Row[] = []
  let writing: Promise<void> | undefined
  let dropped = 0
  let warned = Number.NEGATIVE_INFINITY

  function drop(count: number, reason: string): void {
    dropped += count
    if (performance.now() - warned < WARN_EVERY_MS) return
    warned = performance.now()
    warn({ dropped, reason })
  }

  async function writeAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      for (const row of batch) share.give(partyOf(row))
      try {
        await write(batch)
      } catch (error) {
        drop(batch.length, (error as Error).message)
      }
    }
  }

  return {
    record(row) {
      if (share.take(partyOf(row))) waiting.push(row)
      else drop(1, 'too many waiting')
      writing ??= writeAll()
        // Only telling of a loss can fail here; the next row begins again.
        .catch(() => {})
        .finally(() => {
          writing = undefined
        })
    },
    get dropped() {
      return dropped
    },
    async drain() {
      while (writing !== undefined) await writing
    },
  }
}
