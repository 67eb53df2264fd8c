import type { Log } from '../../lib/log.ts'
import { type BatchRecorder, createBatchRecorder } from '../../lib/schedule/batch-recorder.ts'
import type { Pool } from '../../store/database/pool.ts'
import { insertTenantCalls, type TenantCallRecord } from '../../store/relay/tenant-calls.ts'
import { type Announcing, announceCall } from '../delivery/announce-delivery.ts'

/** Keeps a record of every request to a policy system, in batches and beside the requests: none waits for it, and under pressure records are dropped. */
export type TenantCallRecorder = BatchRecorder<TenantCallRecord>

export function createTenantCallRecorder(platform: Announcing & { log: Log }, pool: Pool): TenantCallRecorder {
  const announce = (batch: readonly TenantCallRecord[]) => {
    for (const id of new Set(batch.map((call) => call.installationId))) announceCall(platform, id)
  }
  return createBatchRecorder<TenantCallRecord>(
    (batch) => insertTenantCalls(pool, batch).finally(() => announce(batch)),
    (facts) => platform.log.warn(facts, 'Records of requests to policy systems were dropped'),
    (row) => row.installationId,
  )
}
