import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createDelayedFlush, type Flushing } from '../lib/schedule/delayed-flush.ts'
import type { LedgerCount } from '../store/route/ledger.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 5_000

/**
 * Reads of one installation by one release in one hour, counted in memory. Its numbers are small ones, which V8 keeps in the object:
 * a large one would be one more place in memory for each read to fetch.
 */
export interface Bucket {
  readonly installationId: string
  readonly releaseId: string
  /** Hours since 1970. */
  readonly hour: number
  reads: number
  /** Milliseconds of this hour. */
  firstAt: number
  lastAt: number
}

/**
 * Counts reads cheaply: a number in memory for each read, a row a few seconds later. Writing costs what was read since the
 * last time, however many installations there are. A bucket stands in `touched` exactly while it holds reads.
 */
export interface Ledger extends Flushing {
  /** The bucket to count in. Hold on to it as long as its hour lasts. */
  bucket(installationId: string, releaseId: string, now: number): Bucket
  count(bucket: Bucket, now: number): void
}

/** Hours since 1970. */
export function hourOf(now: number): number {
  return (now / HOUR_MS) | 0
}

function sinceHour(hour: number, now: number): number {
  return (now - hour * HOUR_MS) | 0
}

export function createLedger(
  add: (counts: readonly LedgerCount[]) => Promise<void>,
  { clock, log }: { clock: Clock; log: Log },
  afterMs = 5_000,
): Ledger {
  const buckets = new Map<string, Bucket>()
  let touched: Bucket[] = []
  let latestHour = 0

  async function write(): Promise<void> {
    const waiting = touched
    touched = []
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const taken = waiting.slice(from, from + AT_ONCE)
      const rows = taken.map(take)
      try {
        await add(rows)
      } catch (error) {
        // What could not be written is counted again with the next writing.
        for (const [index, bucket] of taken.entries()) restore(bucket, rows[index])
        touched.push(...waiting.slice(from + AT_ONCE))
        flushing.noted()
        log.warn({ err: error }, 'The ledger could not be written; it is kept and written later')
        return
      }
    }
    forgetFormerHours()
  }

  function take(bucket: Bucket): LedgerCount {
    const { installationId, releaseId, hour, reads, firstAt, lastAt } = bucket
    bucket.reads = 0
    const began = hour * HOUR_MS
    const times = { hour: new Date(began), firstAt: new Date(began + firstAt), lastAt: new Date(began + lastAt) }
    return { installationId, releaseId, reads, ...times }
  }

  function restore(bucket: Bucket, row: LedgerCount | undefined): void {
    if (row === undefined) return
    if (bucket.reads === 0) {
      touched.push(bucket)
      bucket.lastAt = sinceHour(bucket.hour, row.lastAt.getTime())
    }
    bucket.firstAt = sinceHour(bucket.hour, row.firstAt.getTime())
    bucket.reads += row.reads
  }

  /** Only an hour that has just begun leaves buckets behind, so that all of them are looked at once an hour. */
  function forgetFormerHours(): void {
    const hour = hourOf(clock.now().getTime())
    if (hour === latestHour) return
    latestHour = hour
    for (const [key, bucket] of buckets) if (bucket.hour < hour && bucket.reads === 0) buckets.delete(key)
  }

  const failed = (error: unknown) => log.error({ error }, 'Writing the ledger failed by a bug')
  const flushing = createDelayedFlush(write, afterMs, failed)
  return {
    bucket(installationId, releaseId, now) {
      const hour = hourOf(now)
      const key = `${installationId} ${releaseId} ${hour}`
      const known = buckets.get(key)
      if (known) return known
      const at = sinceHour(hour, now)
      const fresh = { installationId, releaseId, hour, reads: 0, firstAt: at, lastAt: at }
      buckets.set(key, fresh)
      return fresh
    },
    count(bucket, now) {
      const at = sinceHour(bucket.hour, now)
      if (bucket.reads === 0) {
        bucket.firstAt = at
        touched.push(bucket)
        flushing.noted()
      }
      bucket.reads += 1
      bucket.lastAt = at
    },
    flush: flushing.flush,
    stop: flushing.stop,
  }
}
