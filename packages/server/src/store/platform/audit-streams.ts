import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Takes the right to send to a sink until a moment, and gives where to go on; undefined where another process has it. */
export async function holdAuditStream(
  db: Db,
  sink: string,
  { now, until }: { now: Date; until: Date },
): Promise<string | undefined> {
  await db
    .insertInto('audit_stream')
    .values({ sink, cursor: '' })
    .onConflict((conflict) => conflict.column('sink').doNothing())
    .execute()
  const row = await db
    .updateTable('audit_stream')
    .set({ held_until: until })
    .where('sink', '=', sink)
    .where((stream) => stream.or([stream('held_until', 'is', null), stream('held_until', '<=', now)]))
    .returning('cursor')
    .executeTakeFirst()
  return row?.cursor
}

/** Notes how far a sink has taken the audit, and lets others go on. */
export async function releaseAuditStream(
  db: Db,
  sink: string,
  sent: { cursor: string; at: Date } | null,
): Promise<void> {
  const set = sent === null ? {} : { cursor: sent.cursor, sent_at: sent.at }
  await db
    .updateTable('audit_stream')
    .set({ held_until: null, ...set })
    .where('sink', '=', sink)
    .execute()
}

/** How far each of these sinks has taken the audit, the slowest first; '' where one has not begun. */
export async function auditCursors(db: Db, sinks: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_stream')
    .select(['sink', 'cursor'])
    .where('sink', 'in', ['', ...sinks])
    .execute()
  const cursors = new Map(rows.map(({ sink, cursor }) => [sink, cursor]))
  return sinks.map((sink) => cursors.get(sink) ?? '').sort()
}

/** When the oldest transaction began that another connection to this database has open; null where there is none. */
export async function oldestTransaction(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select min(xact_start) as since from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.since ?? null
}
