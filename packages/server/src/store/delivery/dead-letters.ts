import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** Which dead letters are due to be told: nobody was told since `toldBefore`, and they settled at least `lagMs` ago. */
export interface Due {
  toldBefore: Date
  lagMs: number
}

/** Untold dead letters of the last day. Uninstalls and erasures make dead letters too, but nobody can do anything about those. */
function untold({ toldBefore, lagMs }: Due) {
  return sql`event.state = 'DEAD' and event.reason not in ('uninstalled', 'erased')
    and event.settled_at > greatest(now() - interval '1 day', coalesce(route_health.dead_told_to, '-infinity'))
    and event.settled_at <= now() - ${lagMs} * interval '1 millisecond'
    and coalesce(route_health.dead_told_at, '-infinity') <= ${toldBefore}`
}

/**
 * Installations with dead letters that nobody was told of. It hops from installation to installation along the index of
 * dead letters, so it costs as much as there are installations with some, however many each has.
 */
export async function installationsWithDeadLetters(db: Db, due: Due): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive dead as (
      (select installation_id as id from event where state = 'DEAD' order by installation_id limit 1)
      union all
      select (select installation_id from event where state = 'DEAD' and installation_id > dead.id order by installation_id limit 1)
      from dead where dead.id is not null
    )
    select dead.id from dead
    join installation on installation.id = dead.id and installation.state <> 'UNINSTALLED'
    left join route_health on route_health.installation_id = dead.id
    where exists (select from event where event.installation_id = dead.id and ${untold(due)})`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DeadLetters {
  count: number
  reasons: string[]
  /** When the last of them settled, to the microsecond: a Date would lose the last letter's place. */
  upTo: string
}

/** Dead letters of one installation that nobody was told of. Call it with the health of the route locked. */
export async function untoldDeadLetters(trx: Trx, installationId: string, due: Due): Promise<DeadLetters | undefined> {
  const { rows } = await sql<DeadLetters>`
    select count(*)::int as count, array_agg(distinct event.reason order by event.reason) as reasons,
      max(event.settled_at)::text as "upTo"
    from event join route_health on route_health.installation_id = event.installation_id
    where event.installation_id = ${installationId} and ${untold(due)}
    having count(*) > 0`.execute(trx)
  return rows[0]
}

export async function rememberTold(trx: Trx, installationId: string, upTo: string, at: Date): Promise<void> {
  await trx
    .updateTable('route_health')
    .set({ dead_told_to: sql<Date>`${upTo}::timestamptz`, dead_told_at: at })
    .where('installation_id', '=', installationId)
    .execute()
}
