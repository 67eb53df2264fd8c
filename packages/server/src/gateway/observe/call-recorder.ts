import type { Log } from '../../lib/log.ts'
import { type BatchRecorder, createBatchRecorder } from '../../lib/schedule/batch-recorder.ts'
import { type CallRecord, insertCalls } from '../../store/call/calls.ts'
import type { Pool } from '../../store/database/pool.ts'

/** Keeps a record of every call, in batches and beside the calls: none waits for it, and under pressure records are dropped. */
export type CallRecorder = BatchRecorder<CallRecord>

export function createCallRecorder(pool: Pool, log: Log): CallRecorder {
  return createBatchRecorder<CallRecord>(
    (batch) => insertCalls(pool, batch),
    (facts) => log.warn(facts, 'Records of calls were dropped'),
    (row) => row.installationId,
  )
}
