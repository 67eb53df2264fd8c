import { sql } from 'kysely'
import type pg from 'pg'
import type { RequestCount } from '../../domain/traffic/request-count.ts'
import type { TrafficKind, TrafficRow } from '../../domain/traffic/traffic.ts'
import { addedUp, countRows } from '../database/counted.ts'
import type { Db } from '../database/database.ts'

/** Adds to what other processes have counted, by installation. */
export async function addTraffic(
  db: Db,
  slot: Date,
  kind: TrafficKind,
  counts: ReadonlyMap<string, RequestCount>,
): Promise<void> {
  await sql`
    insert into traffic (installation_id, slot, kind, requests, failed, classes)
    select id, ${slot}, ${kind}, requests, failed, classes from ${countRows(counts)}
    order by 1
    on conflict (installation_id, slot, kind) do update set
      requests = traffic.requests + excluded.requests,
      failed = traffic.failed + excluded.failed,
      classes = ${addedUp('traffic.classes', 'excluded.classes')}`.execute(db)
}

export function trafficOf(db: Db, installationId: string, from: Date): Promise<TrafficRow[]> {
  return db
    .selectFrom('traffic')
    .select(['slot', 'kind', 'requests', 'failed', 'classes'])
    .where('installation_id', '=', installationId)
    .where('slot', '>=', from)
    .execute()
}

/** The newest slots with calls of an installation. */
export function recentCalls(
  db: Db,
  installationId: string,
  from: Date,
  limit = 24,
): Promise<{ slot: Date; requests: number; failed: number }[]> {
  return db
    .selectFrom('traffic')
    .select(['slot', 'requests', 'failed'])
    .where('installation_id', '=', installationId)
    .where('kind', '=', 'call')
    .where('slot', '>=', from)
    .orderBy('slot', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes a small batch of old slots. */
export async function pruneTraffic(pool: pg.Pool, before: Date, limit = 2_000): Promise<number> {
  const result = await pool.query(
    `delete from traffic where ctid = any (array(select ctid from traffic where slot < $1 order by slot limit $2))`,
    [before, limit],
  )
  return result.rowCount ?? 0
}
