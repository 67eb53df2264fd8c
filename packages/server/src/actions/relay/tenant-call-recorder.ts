import type { Log } from '../../lib/log.ts'
import type { Pool } from '../../store/database/pool.ts'
import { insertTenantCalls, type TenantCallRecord } from '../../store/relay/tenant-calls.ts'
import { type Announcing, announceCall } from '../delivery/announce-delivery.ts'

/** Keeps a record of every request to a policy system, in batches and beside the requests: none waits for it, and under pressure records are dropped. */
export interface TenantCallRecorder {
  record(call: TenantCallRecord): void
  readonly dropped: number
  drain(): Promise<void>
}

const MOST_WAITING = 10_000
const BATCH = 500
const TELL_EVERY_MS = 10_000

export function createTenantCallRecorder(platform: Announcing & { log: Log }, pool: Pool): TenantCallRecorder {
  const { log } = platform
  let waiting: TenantCallRecord[] = []
  let writing: Promise<void> | undefined
  let dropped = 0
  let told = Number.NEGATIVE_INFINITY

  function drop(count: number, reason: string): void {
    dropped += count
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    log.warn({ dropped, reason }, 'Records of requests to policy systems were dropped')
  }

  async function write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await insertTenantCalls(pool, batch).catch((error: Error) => drop(batch.length, error.message))
      for (const id of new Set(batch.map((call) => call.installationId))) announceCall(platform, id)
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
