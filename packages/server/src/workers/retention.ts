import { setTimeout as delay } from 'node:timers/promises'
import { briefly, type Log } from '../lib/log.ts'

/** Rows of one kind that are removed after their time. */
export interface Pruning {
  /** What is removed, for the log. */
  what: string
  /** Rows of one batch: few enough that nobody waits for them. */
  batch: number
  /** Removes rows up to a limit and returns how many there were. */
  prune(batch: number): Promise<number>
}

interface Round {
  removed: number
  /** Whether a batch was full, so that there is more to remove. */
  isMore: boolean
  tookMs: number
}

const STEP_MS = 1_000
const REST_MS = 60_000

/** With more to remove, removing takes a quarter of the time and keeps up with any load; otherwise it waits for rows to come of age. */
export function pauseAfter({ removed, isMore, tookMs }: Round): number {
  if (isMore) return Math.min(3 * tookMs, REST_MS)
  return removed > 0 ? STEP_MS : REST_MS
}

/** Removes what is past its time, in small batches with pauses between. One kind that cannot be removed holds up no other. */
export function startRetention(
  prunings: readonly Pruning[],
  log: Log,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) =>
    delay(ms, undefined, { signal, ref: false }),
): { stop(): Promise<void> } {
  const ending = new AbortController()

  async function round(): Promise<Round> {
    const began = performance.now()
    let removed = 0
    let isMore = false
    for (const { what, batch, prune } of prunings) {
      if (ending.signal.aborted) break
      try {
        const count = await prune(batch)
        removed += count
        isMore ||= count >= batch
      } catch (error) {
        log.warn({ ...briefly(error), what }, 'Old rows could not be removed; trying again soon')
      }
    }
    return { removed, isMore, tookMs: performance.now() - began }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const done = await round()
      // A stop ends the pause early.
      await pause(pauseAfter(done), ending.signal).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}
