import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Change } from './topics.ts'
import type { Trx } from './transaction.ts'

export const CHANNEL = 'mkt_change'
const PRUNED = 'change_pruned'

/**
 * Tells every process that these things changed, when and only when the transaction commits. The rows stay for
 * processes that are not connected at that moment; the notifications carry them to those that are.
 */
export async function publishChanges(trx: Trx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const topics = changes.map(({ topic }) => topic)
  const subjects = changes.map(({ subject }) => subject)
  await sql`with given as (
      select topic, subject, place from unnest(${topics}::text[], ${subjects}::text[]) with ordinality as given (topic, subject, place)
    ), added as (
      insert into change (topic, subject) select topic, subject from given order by place returning id, topic, subject
    )
    select pg_notify(${CHANNEL}, id || ' ' || topic || ' ' || subject) from added`.execute(trx)
}

/**
 * Deletes a batch of changes older than the moment and remembers up to which transaction, so that a process that was away
 * for longer can tell that it missed something. Returns how many went.
 */
export async function pruneChanges(db: Db, before: Date, limit = 10_000): Promise<number> {
  const result = await sql<{ count: number }>`
    with gone as (
      delete from change where id in (select id from change where at < ${before} order by id limit ${limit}) returning xid
    ), kept as (
      insert into platform_fact (name, value)
      select ${PRUNED}, to_jsonb(max(xid::text::numeric)) from gone having count(*) > 0
      on conflict (name) do update set updated_at = now(),
        value = to_jsonb(greatest((platform_fact.value #>> '{}')::numeric, (excluded.value #>> '{}')::numeric))
    )
    select count(*)::int as count from gone`.execute(db)
  return result.rows[0]?.count ?? 0
}

const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())::text'

export const horizonQuery = { name: 'change_horizon', text: `select ${HORIZON} as horizon` }

/** Where the change feed stands, as a column: what is read with it and after it differs only by changes that `changesSince` tells of. */
export const changePosition = sql.raw<string>(HORIZON)

/**
 * What happened since a position, each thing once. Undefined where that cannot be told: there is more than `most`, rows were pruned,
 * or the position is one of another database.
 */
export async function changesSince(db: Db, position: string, most: number): Promise<Change[] | undefined> {
  const { rows } = await sql<Change>`
    select distinct topic, subject from (select topic, subject from change where xid >= ${position}::text::xid8 limit ${most}) as found`.execute(
    db,
  )
  // Asked afterwards: what is pruned in between counts as pruned.
  const known = await sql<{ whole: boolean }>`
    select coalesce((select (value #>> '{}')::numeric from platform_fact where name = ${PRUNED}), 0) < ${position}::text::numeric
      and pg_snapshot_xmax(pg_current_snapshot())::text::numeric >= ${position}::text::numeric
      and not exists (select from change where xid >= ${position}::text::xid8 offset ${most}) as whole`.execute(db)
  return known.rows[0]?.whole ? rows : undefined
}

/**
 * What happened since a horizon. A transaction that was open at the horizon may have committed since, so everything from the oldest
 * transaction still open then is read: some changes are told twice, none is missed. `missed` says that rows were pruned in between, or the
 * database was replaced by an older one.
 */
export const catchUpQuery = {
  name: 'change_catch_up',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      coalesce((select (value #>> '{}')::numeric from platform_fact where name = '${PRUNED}'), 0) >= $1::text::numeric
        or pg_snapshot_xmax(pg_current_snapshot())::text::numeric < $1::text::numeric as missed,
      coalesce((select json_agg(json_build_array(topic, subject) order by id) from change where xid >= $1::text::xid8), '[]') as changes`,
}

export interface CatchUp {
  horizon: string
  missed: boolean
  changes: [topic: string, subject: string][]
}
