import { type RawBuilder, sql } from 'kysely'
import { latencyClasses } from '../../domain/traffic/latency.ts'
import type { RequestCount } from '../../domain/traffic/request-count.ts'

/** Counts as rows of `id`, `organization_id`, `requests`, `failed`, `classes`, `slowest_ms` and `busy_ms`. */
export function countRows(counts: ReadonlyMap<string, RequestCount>): RawBuilder<unknown> {
  const rows = JSON.stringify(
    Array.from(counts, ([id, count]) => ({ id, ...count, classes: withoutEnd(count.classes) })),
  )
  return sql`(
    select id, "organizationId" as organization_id, requests, failed, array(select jsonb_array_elements_text(classes)::int) as classes,
      "slowestMs" as slowest_ms, coalesce("busyMs", 0) as busy_ms
    from jsonb_to_recordset(${rows}::jsonb)
      as entry (id text, "organizationId" text, requests int, failed int, classes jsonb, "slowestMs" int, "busyMs" bigint)
  ) as counted`
}

/** Most answers are fast: the empty classes behind the last one that has any are not stored. */
const withoutEnd = (classes: readonly number[]) => classes.slice(0, classes.findLastIndex((count) => count > 0) + 1)

/** The classes of several rows added up, place by place. */
export function classSums(count: number = latencyClasses): RawBuilder<number[]> {
  const places = Array.from({ length: count }, (_, index) => sql.raw(String(index + 1)))
  return sql`array[${sql.join(places.map((place) => sql`sum(coalesce(classes[${place}], 0))::int`))}]`
}

/** Two lists of numbers added place by place; a list that is shorter counts as having nothing there. */
export function addedUp(one: string, other: string): RawBuilder<number[]> {
  return sql`array(
    select coalesce(had, 0) + coalesce(more, 0)
    from unnest(${sql.ref(one)}, ${sql.ref(other)}) with ordinality as pair (had, more, place) order by place
  )`
}

/** The slowest answer of the current row and the one that is added; 0 (not known) where it is not known of one that has requests. */
export function slowestOfBoth(table: 'traffic' | 'traffic_minute' | 'request_tally'): RawBuilder<number> {
  const had = sql.table(table)
  return sql`case
    when (${had}.requests > 0 and ${had}.slowest_ms = 0) or (excluded.requests > 0 and excluded.slowest_ms = 0) then 0
    else greatest(${had}.slowest_ms, excluded.slowest_ms) end`
}
