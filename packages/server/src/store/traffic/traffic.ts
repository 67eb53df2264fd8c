import { sql } from 'kysely'
import type pg from 'pg'
import type { RequestCount } from '../../domain/traffic/request-count.ts'
import type { HourRow, TrafficKind, TrafficRow } from '../../domain/traffic/traffic.ts'
import { addedUp, classSums, countRows, slowestOfBoth } from '../database/counted.ts'
import type { Db } from '../database/database.ts'

/** Slots of five minutes, or of one; those of one minute are kept for a few hours. */
export type TrafficTable = 'traffic' | 'traffic_minute'

interface Counted {
  table: TrafficTable
  slot: Date
  kind: TrafficKind
  /** By installation, each with its organization. */
  counts: ReadonlyMap<string, RequestCount>
}

/** Adds to what other processes have counted, by installation. */
export async function addTraffic(db: Db, { table, slot, kind, counts }: Counted): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (organization_id, installation_id, slot, kind, requests, failed, classes, slowest_ms)
    select organization_id, id, ${slot}, ${kind}, requests, failed, classes, slowest_ms from ${countRows(counts)}
    order by id
    on conflict (installation_id, slot, kind, organization_id) do update set
      requests = ${sql.table(table)}.requests + excluded.requests,
      failed = ${sql.table(table)}.failed + excluded.failed,
      slowest_ms = ${slowestOfBoth(table)},
      classes = ${addedUp(`${table}.classes`, 'excluded.classes')}`.execute(db)
}

export function trafficOf(
  db: Db,
  installationId: string,
  from: Date,
  table: TrafficTable = 'traffic',
): Promise<TrafficRow[]> {
  return db
    .selectFrom(table)
    .select(['slot', 'kind', 'requests', 'failed', 'classes', 'slowest_ms as slowestMs'])
    .where('installation_id', '=', installationId)
    .where('slot', '>=', from)
    .execute()
}

/** Deliveries and calls together, by hour, of those of the given installations that belong to the organization. */
export async function hourlyTraffic(
  db: Db,
  { organizationId, ids, from }: { organizationId: string; ids: readonly string[]; from: Date },
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select installation_id as "installationId", date_trunc('hour', slot, 'UTC') as hour,
      greatest(max(slot), (select slot from traffic_minute latest where latest.installation_id = traffic.installation_id
        order by slot desc limit 1)) as "lastAt",
      sum(requests)::int as requests, sum(traffic.failed)::int as failed,
      case when bool_or(requests > 0 and slowest_ms = 0) then 0 else max(slowest_ms) end as "slowestMs",
      ${classSums()} as classes
    from traffic
    where installation_id = any(${ids}) and organization_id = ${organizationId} and slot >= ${from}
    group by 1, 2`.execute(db)
  return rows
}

/** The newest slots of an installation: with calls since one moment, with attempts to deliver events since a later one. */
export async function recentTraffic(
  db: Db,
  installationId: string,
  { callsFrom, attemptsFrom }: { callsFrom: Date; attemptsFrom: Date },
): Promise<Record<TrafficKind, { slot: Date; requests: number; failed: number }[]>> {
  const rows = await db
    .selectFrom('traffic')
    .select(['slot', 'kind', 'requests', 'failed'])
    .where('installation_id', '=', installationId)
    .where('slot', '>=', callsFrom)
    .where((where) => where.or([where('kind', '=', 'call'), where('slot', '>=', attemptsFrom)]))
    .orderBy('slot', 'desc')
    .limit(30)
    .execute()
  return {
    call: rows.filter(({ kind }) => kind === 'call'),
    delivery: rows.filter(({ kind }) => kind === 'delivery'),
  }
}

/** Deletes a small batch of old slots. */
export async function pruneTraffic(
  pool: pg.Pool,
  before: Date,
  limit: number,
  table: TrafficTable = 'traffic',
): Promise<number> {
  const result = await pool.query(
    `delete from ${table} where ctid = any (array(select ctid from ${table} where slot < $1 order by slot limit $2))`,
    [before, limit],
  )
  return result.rowCount ?? 0
}
