import type pg from 'pg'
import { firstPartAt } from '../../lib/ids.ts'

/** Deletes a small batch of settled events, with their attempts and locators, that were received and settled before the moment. Waiting ones stay. */
export async function pruneEvents(pool: pg.Pool, before: Date, limit = 500): Promise<number> {
  const result = await pool.query(
    `with gone as (delete from event where id in (select id from event where id < $1 and state <> 'WAITING'
         and coalesce(settled_at, received_at) < $2 order by id limit $3 for update skip locked) returning id),
       forgotten as (delete from activity_locator where entry_id in (select id from gone))
     select id from gone`,
    [`evt_${firstPartAt(before)}`, before, limit],
  )
  return result.rowCount ?? 0
}

/** Deletes a small batch of recorded calls with their locators. */
export async function pruneCalls(pool: pg.Pool, before: Date, limit = 2_000): Promise<number> {
  const result = await pool.query(
    `with gone as (delete from call where id in (select id from call where at < $1 order by at limit $2) returning id),
       forgotten as (delete from activity_locator where entry_id in (select id from gone))
     select id from gone`,
    [before, limit],
  )
  return result.rowCount ?? 0
}
