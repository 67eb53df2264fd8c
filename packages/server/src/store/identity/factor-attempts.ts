import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface AttemptLimit {
  /** Whose attempts are counted: an account or an address. */
  holder: string
  /** Attempts until the lock begins. */
  most: number
  lockedUntil: Date
  now: Date
}

/**
 * Takes one attempt; says until when the holder is locked where none is left. It is taken before the code is looked at, so many
 * guesses at once are not more than the limit either.
 */
export async function takeFactorAttempt(db: Db, limit: AttemptLimit): Promise<Date | undefined> {
  const { holder, most, lockedUntil, now } = limit
  const { rows } = await sql<{ taken: boolean; locked_until: Date | null }>`
    with tried as (
      insert into factor_attempt as a (holder, failed, at) values (${holder}, 1, ${now})
      on conflict (holder) do update set
        failed = case when a.failed + 1 >= ${most}::int then 0 else a.failed + 1 end,
        locked_until = case when a.failed + 1 >= ${most}::int then ${lockedUntil}::timestamptz end,
        at = ${now}
      where a.locked_until is null or a.locked_until <= ${now}
      returning 1
    )
    select exists (select from tried) as taken,
      (select locked_until from factor_attempt where holder = ${holder}) as locked_until`.execute(db)
  const row = rows[0]
  return row === undefined || row.taken ? undefined : (row.locked_until ?? lockedUntil)
}

export async function clearFactorAttempts(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('factor_attempt').where('holder', '=', holder).execute()
}

/** Gives the last attempt back, because it was right; the others stay counted. */
export async function refundFactorAttempt(db: Db, { holder, most }: AttemptLimit): Promise<void> {
  await sql`update factor_attempt set locked_until = null,
    failed = case when locked_until is not null then ${most}::int - 1 else greatest(failed - 1, 0) end
    where holder = ${holder}`.execute(db)
}

export async function deleteOldFactorAttempts(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`delete from factor_attempt where holder in (
    select holder from factor_attempt where at < ${before} limit ${limit}) returning 1`.execute(db)
  return rows.length
}
