import type { AuditedRow } from '../../domain/platform/syslog-line.ts'
import { holdAuditStream, oldestTransaction, releaseAuditStream } from '../../store/platform/audit-streams.ts'
import { auditAfter } from '../../store/platform/audits.ts'
import type { Platform } from './platform.ts'

const BATCH = 500
const HELD_MS = 60_000
/** A change that began earlier may commit later, so rows wait this long, counted from the oldest transaction that is still open. */
const SETTLING_MS = 60_000

export interface AuditSink {
  /** Under which name its progress is kept. */
  name: string
  /** Resolves when the rows are taken. */
  send(rows: readonly AuditedRow[]): Promise<void>
}

/**
 * Sends audit rows that a sink has not got yet, oldest first, and returns how many. Progress is noted after the sink took a batch, so
 * that every row arrives at least once, also after a crash or while the sink is away. Ends early, between batches.
 */
export async function streamAudit(
  platform: Pick<Platform, 'db' | 'clock'>,
  sink: AuditSink,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = platform
  let sent = 0
  for (;;) {
    if (signal?.aborted) return sent
    const now = clock.now()
    const cursor = await holdAuditStream(db, sink.name, { now, until: new Date(now.getTime() + HELD_MS) })
    if (cursor === undefined) return sent
    let taken: { cursor: string; at: Date } | null = null
    try {
      // Asked before the rows are read: what commits in between is among them.
      const open = (await oldestTransaction(db)) ?? now
      const settled = new Date(Math.min(now.getTime(), open.getTime()) - SETTLING_MS)
      const rows = await auditAfter(db, cursor, settled, BATCH)
      const last = rows.at(-1)
      if (last === undefined) return sent
      await sink.send(rows)
      taken = { cursor: last.id, at: now }
      sent += rows.length
      if (rows.length < BATCH) return sent
    } finally {
      await releaseAuditStream(db, sink.name, taken)
    }
  }
}
