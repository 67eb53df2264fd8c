import { type RawBuilder, sql } from 'kysely'

/** How much due work is taken at once, and what runs already. */
export interface Turns {
  limit: number
  /** Of one organization, with what runs already. */
  perOrganization: number
  running: readonly { organizationId: string }[]
}

/** Rows looked at, of organizations without running work and of those with some: a backlog of one hides no other. */
const LOOKED_AT = 1_000

/**
 * The ids of due rows that nobody holds, for a list of an `in`. Organizations take turns: first the oldest row of each that has nothing
 * running, then further ones, up to what one organization may have at once.
 */
export function dueInTurn(
  table: 'installation' | 'tenant',
  due: 'due_at' | 'sweep_at',
  now: Date,
  { limit, perOrganization, running }: Turns,
): RawBuilder<unknown> {
  const busy = [...Map.groupBy(running, ({ organizationId }) => organizationId)].map(
    ([id, own]) => [id, own.length] as const,
  )
  const ids = busy.map(([id]) => id)
  const counts = busy.map(([, count]) => count)
  const withRoom = busy.filter(([, count]) => count < perOrganization).map(([id]) => id)
  const rows = sql`select id, organization_id, ${sql.ref(due)} as due from ${sql.table(table)}
    where ${sql.ref(due)} <= ${now} and (lease_until is null or lease_until < ${now})`
  return sql`select id from (
      select candidate.id, candidate.due,
        coalesce(held.count, 0) + row_number() over (partition by organization_id order by candidate.due) as place
      from (
        (${rows} and organization_id <> all(${ids}::text[]) order by ${sql.ref(due)} limit ${LOOKED_AT})
        union all
        (${rows} and organization_id = any(${withRoom}::text[]) order by ${sql.ref(due)} limit ${LOOKED_AT})
      ) as candidate
      left join unnest(${ids}::text[], ${counts}::int[]) as held (organization_id, count) using (organization_id)
    ) as turn
    where place <= ${perOrganization} order by place, due limit ${limit}`
}
