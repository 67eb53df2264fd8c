import type { Log } from '../lib/log.ts'
import type { Db } from '../store/database.ts'
import { addReads, type LedgerCount } from '../store/ledger.ts'

const HOUR_MS = 3_600_000

/** Reads of one installation by one release in one hour, counted in memory. */
export interface Bucket {
  hour: number
  reads: number
  firstAt: number
  lastAt: number
}

interface Counted extends Bucket {
  installationId: string
  releaseId: string
}

/** Counts reads cheaply: a number in memory for each read, a row a few seconds later. */
export interface Ledger {
  /** The bucket to count in. Hold on to it as long as its hour lasts. */
  bucket(installationId: string, releaseId: string, now: number): Bucket
  flush(): Promise<void>
  stop(): Promise<void>
}

export function hourOf(now: number): number {
  return now - (now % HOUR_MS)
}

export function count(bucket: Bucket, now: number): void {
  if (bucket.reads === 0) bucket.firstAt = now
  bucket.reads += 1
  bucket.lastAt = now
}

export function createLedger(db: Db, log: Log, everyMs = 5_000): Ledger {
  const buckets = new Map<string, Counted>()
  let running: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const taken: LedgerCount[] = []
    for (const [key, bucket] of buckets) {
      const { installationId, releaseId, hour, reads, firstAt, lastAt } = bucket
      if (reads === 0) {
        if (hour < hourOf(Date.now())) buckets.delete(key)
        continue
      }
      taken.push({
        installationId,
        releaseId,
        hour: new Date(hour),
        reads,
        firstAt: new Date(firstAt),
        lastAt: new Date(lastAt),
      })
      bucket.reads = 0
    }
    try {
      for (let from = 0; from < taken.length; from += 5_000) await addReads(db, taken.slice(from, from + 5_000))
    } catch (error) {
      // What could not be written is counted again with the next writing.
      for (const row of taken) restore(row)
      log.warn({ err: error }, 'The ledger could not be written; it is kept and written later')
    }
  }

  function restore(row: LedgerCount): void {
    const bucket = buckets.get(keyOf(row.installationId, row.releaseId, row.hour.getTime()))
    if (!bucket) return
    bucket.firstAt = row.firstAt.getTime()
    bucket.lastAt = Math.max(bucket.lastAt, row.lastAt.getTime())
    bucket.reads += row.reads
  }

  function flush(): Promise<void> {
    running = running.then(write)
    return running
  }

  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return {
    bucket(installationId, releaseId, now) {
      const hour = hourOf(now)
      const key = keyOf(installationId, releaseId, hour)
      const known = buckets.get(key)
      if (known) return known
      const fresh = { installationId, releaseId, hour, reads: 0, firstAt: now, lastAt: now }
      buckets.set(key, fresh)
      return fresh
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

function keyOf(installationId: string, releaseId: string, hour: number): string {
  return `${installationId} ${releaseId} ${hour}`
}
