import { type RawBuilder, sql } from 'kysely'
import { firstPartAt } from '../../lib/ids.ts'
import type { Db } from '../database/database.ts'
import { transaction } from '../database/transaction.ts'

/** What is kept of installations for a while, and takes as much room as their policy systems send. */
export type KeptKind = 'events' | 'payloads'

interface Span {
  from: Date
  to: Date
}

interface Kept {
  /** Bytes that came in within a span, by installation and hour. */
  counted(span: Span): RawBuilder<unknown>
  /** Removes some of what came in within a span. */
  purge(installationId: string, span: Span, limit: number): RawBuilder<unknown>
}

const HOUR_MS = 3_600_000
/** Rows are written a little after the moment they are told by. */
const LAG_MS = 60_000
/** Hours that are counted at once after a pause: the rest waits for the next round. */
const MAX_HOURS = 100
const eventAt = (moment: Date) => `evt_${firstPartAt(moment)}`
const callAt = (moment: Date) => `cal_${firstPartAt(moment)}`

const kinds: Record<KeptKind, Kept> = {
  events: {
    counted: ({ from, to }) => sql`
      select 'events', installation_id, date_trunc('hour', received_at, 'UTC'), sum(size) from event
      where id >= ${eventAt(from)} and id < ${eventAt(to)} and body is not null group by 2, 3`,
    // What waits has a bound of its own, and a report that is due still tells whom to forget.
    purge: (installationId, { from, to }, limit) => sql`
      update event set body = null where id in (
        select id from event where installation_id = ${installationId} and id >= ${eventAt(from)} and id < ${eventAt(to)}
          and state <> 'WAITING' and body is not null
          and not exists (select from account_erasure where event_id = event.id and done_at is null)
        order by id limit ${limit} for update skip locked)`,
  },
  payloads: {
    counted: ({ from, to }) => sql`
      select 'payloads', installation_id, date_trunc('hour', at, 'UTC'), sum(octet_length(sealed)) from call_payload
      where at >= ${from} and at < ${to} group by 2, 3`,
    purge: (installationId, { from, to }, limit) => sql`
      delete from call_payload where call_id in (
        select call_id from call_payload where installation_id = ${installationId}
          and call_id >= ${callAt(from)} and call_id < ${callAt(to)}
        order by call_id limit ${limit} for update skip locked)`,
  },
}

/**
 * Counts what came in since the last time, from `since` at the first. Invariant: every row is counted once, because the mark moves in
 * the transaction that counts; of two who count at once, one does nothing.
 */
export async function countKept(db: Db, kind: KeptKind, { now, since }: { now: Date; since: Date }): Promise<void> {
  await sql`insert into kept_count (kind, upto) values (${kind}, ${since}) on conflict do nothing`.execute(db)
  const end = now.getTime() - LAG_MS
  for (let hours = 0; hours < MAX_HOURS; hours += 1) {
    const isMore = await transaction(db, async (trx) => {
      const { rows } = await sql<{ upto: Date }>`
        select upto from kept_count where kind = ${kind} for update skip locked`.execute(trx)
      const from = rows[0]?.upto
      if (from === undefined || from.getTime() >= end) return false
      const to = new Date(Math.min(from.getTime() + HOUR_MS, end))
      await sql`insert into kept_bytes (kind, installation_id, hour, bytes) ${kinds[kind].counted({ from, to })}
        on conflict (kind, installation_id, hour) do update set bytes = kept_bytes.bytes + excluded.bytes`.execute(trx)
      await sql`update kept_count set upto = ${to} where kind = ${kind}`.execute(trx)
      return to.getTime() < end
    })
    if (!isMore) return
  }
}

/** Removes some of the oldest of installations that keep more than their share, hour by hour. Returns how many rows. */
export async function trimKept(db: Db, kind: KeptKind, most: number, limit: number): Promise<number> {
  let removed = 0
  while (removed < limit) {
    const { rows } = await sql<{ installationId: string; hour: Date }>`
      select installation_id as "installationId", min(hour) as hour from kept_bytes where kind = ${kind}
      group by installation_id having sum(bytes) > ${most} limit 1`.execute(db)
    const over = rows[0]
    if (over === undefined) return removed
    const { installationId, hour } = over
    const span = { from: hour, to: new Date(hour.getTime() + HOUR_MS) }
    const { numAffectedRows = 0n } = await kinds[kind].purge(installationId, span, limit - removed).execute(db)
    removed += Number(numAffectedRows)
    if (removed < limit)
      await sql`delete from kept_bytes where kind = ${kind} and installation_id = ${installationId}
        and hour = ${hour}`.execute(db)
  }
  return removed
}

/** Forgets what was counted of rows that are removed by their age. */
export async function pruneKeptBytes(db: Db, kind: KeptKind, before: Date): Promise<void> {
  await sql`delete from kept_bytes where kind = ${kind} and hour < ${before}`.execute(db)
}
