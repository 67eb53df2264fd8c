import type { EgressCount } from '@mkt/engines'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** What the instances of a listing, or of one deployment, sent to a host and port in an hour. */
export interface ObservedEgress {
  hour: Date
  releaseId: string
  version: string
  host: string
  port: number
  connections: number
  sentBytes: number
  receivedBytes: number
  refused: number
  lastRefusal: string | null
}

/**
 * Writes what an instance counted. Its counts only grow, so writing the same ones again changes nothing; where each run of its way out counts
 * from zero, a run has rows of its own.
 */
export async function putEgressCounts(
  db: Db,
  instance: { id: string; deploymentId: string },
  counts: readonly EgressCount[],
): Promise<void> {
  if (counts.length === 0) return
  const values = JSON.stringify(counts)
  await sql`
    insert into egress_count (deployment_id, instance_id, hour, host, port, connections, sent_bytes, received_bytes, refused, last_refusal)
    select ${instance.deploymentId}, ${instance.id}::text || coalesce('/' || count.run, ''), count.hour, left(count.host, 255), count.port, count.connections,
      count."sentBytes", count."receivedBytes", count.refused, count."lastRefusal"
    from jsonb_to_recordset(${values}::jsonb) as count (hour timestamptz, host text, port integer, connections bigint,
      "sentBytes" bigint, "receivedBytes" bigint, refused bigint, "lastRefusal" text, run text)
    on conflict (instance_id, hour, host, port) do update set
      connections = greatest(egress_count.connections, excluded.connections),
      sent_bytes = greatest(egress_count.sent_bytes, excluded.sent_bytes),
      received_bytes = greatest(egress_count.received_bytes, excluded.received_bytes),
      refused = greatest(egress_count.refused, excluded.refused),
      last_refusal = excluded.last_refusal`.execute(db)
}

/** By hour, release, host and port, the latest hour first. */
export async function observedEgress(
  db: Db,
  of: { listingId: string; releaseId?: string | undefined },
  from: Date,
  limit: number,
): Promise<ObservedEgress[]> {
  const release = of.releaseId === undefined ? sql`true` : sql`deployment.release_id = ${of.releaseId}`
  const { rows } = await sql<ObservedEgress>`
    select hour, deployment.release_id as "releaseId", release.version as version, host, port,
      sum(connections)::float8 as connections, sum(sent_bytes)::float8 as "sentBytes",
      sum(received_bytes)::float8 as "receivedBytes", sum(refused)::float8 as refused, max(last_refusal) as "lastRefusal"
    from egress_count join deployment on deployment.id = egress_count.deployment_id
    join release on release.id = deployment.release_id
    where deployment.listing_id = ${of.listingId} and ${release} and hour >= ${from}
    group by hour, deployment.release_id, release.version, host, port
    order by hour desc, sum(connections) desc, host, port
    limit ${limit}`.execute(db)
  return rows
}

/** Deletes a small batch of old counts. */
export async function pruneEgressCounts(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from egress_count
    where ctid = any (array(select ctid from egress_count where hour < ${before} limit ${limit}))`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
