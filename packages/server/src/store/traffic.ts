import { sql } from 'kysely'
import type pg from 'pg'
import type { TrafficCount, TrafficKind, TrafficRow } from '../domain/traffic.ts'
import { addedUp } from './added-up.ts'
import type { Db } from './database.ts'

export type TrafficTally = TrafficCount & { installationId: string; kind: TrafficKind }

/** Adds to what other processes have counted. */
export async function addTraffic(db: Db, slot: Date, tallies: readonly TrafficTally[]): Promise<void> {
  const rows = JSON.stringify(tallies)
  await sql`
    insert into traffic (installation_id, slot, kind, requests, failed, classes)
    select tally."installationId", ${slot}, tally.kind, tally.requests, tally.failed,
      array(select jsonb_array_elements_text(tally.classes)::int)
    from jsonb_to_recordset(${rows}::jsonb)
      as tally ("installationId" text, kind text, requests int, failed int, classes jsonb)
    order by 1, 3
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

/** Deletes a small batch of old slots. */
export async function pruneTraffic(pool: pg.Pool, before: Date, limit = 2_000): Promise<number> {
  const result = await pool.query(
    `delete from traffic where ctid = any (array(select ctid from traffic where slot < $1 order by slot limit $2))`,
    [before, limit],
  )
  return result.rowCount ?? 0
}
