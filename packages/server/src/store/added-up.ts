import { type RawBuilder, sql } from 'kysely'

/** Two lists of numbers added place by place; a list that is shorter counts as having nothing there. */
export function addedUp(one: string, other: string): RawBuilder<number[]> {
  return sql`array(
    select coalesce(had, 0) + coalesce(more, 0)
    from unnest(${sql.ref(one)}, ${sql.ref(other)}) with ordinality as pair (had, more, place) order by place
  )`
}
