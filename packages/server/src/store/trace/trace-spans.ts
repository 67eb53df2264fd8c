import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A step of a trace that no other record holds. */
export interface TraceSpanRow {
  traceId: string
  kind: 'stateRead' | 'span'
  listingId: string
  /** Null for a span of an application: one container serves many customers. */
  installationId: string | null
  name: string
  at: Date
  durationMs: number
  failed: boolean
}

export async function insertTraceSpans(db: Db, rows: readonly TraceSpanRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into trace_span (trace_id, kind, listing_id, installation_id, name, at, duration_ms, failed)
    select * from unnest(${rows.map((row) => row.traceId)}::text[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.listingId)}::text[], ${rows.map((row) => row.installationId)}::text[],
      ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.at)}::timestamptz[],
      ${rows.map((row) => row.durationMs)}::int[], ${rows.map((row) => row.failed)}::boolean[])`.execute(db)
}

/**
 * The steps that these applications have in a trace, the oldest first: a limited number of each application and kind, because who knows a trace can
 * report any number of spans for it.
 */
export async function spansOfTrace(
  db: Db,
  traceId: string,
  { listingIds, each }: { listingIds: readonly string[]; each: number },
): Promise<{ spans: (TraceSpanRow & { id: string })[]; cut: boolean }> {
  const { rows } = await sql<TraceSpanRow & { id: string; place: string }>`
    select id, trace_id as "traceId", kind, listing_id as "listingId", installation_id as "installationId", name, at,
      duration_ms as "durationMs", failed, place
    from (
      select *, row_number() over (partition by listing_id, kind order by at, id) as place from trace_span
      where trace_id = ${traceId} and listing_id = any(${[...listingIds]})
    ) placed
    where place <= ${each + 1} order by at, id`.execute(db)
  const spans = rows.flatMap(({ place, ...span }) => (Number(place) > each ? [] : [{ ...span, id: String(span.id) }]))
  return { spans, cut: spans.length < rows.length }
}

/** The applications that installations belong to. */
export async function listingsOfInstallations(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('installation')
    .select(['id', 'listing_id as listingId'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, listingId }) => [id, listingId]))
}

/** Deletes a small batch of old steps. */
export async function pruneTraceSpans(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from trace_span where id = any (array(select id from trace_span where at < ${before} limit ${limit}))`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes the oldest steps of an application beyond its share. */
export async function pruneListingSpans(db: Db, listingId: string, most: number): Promise<void> {
  await sql`
    delete from trace_span where listing_id = ${listingId} and id <= (
      select id from trace_span where listing_id = ${listingId} order by id desc offset ${most} limit 1)`.execute(db)
}
