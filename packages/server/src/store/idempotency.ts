import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface KeptAnswer {
  fingerprint: string
  status: number | null
  body: Buffer | null
  secretShown: boolean
}

/**
 * Reserves a key for the first request that uses it. Returns undefined when this request is the first (or the first one
 * died without an answer), else what is known of the first.
 */
export async function reserveIdempotencyKey(
  db: Db,
  row: { caller: string; key: string; fingerprint: string; now: Date; lockedUntil: Date },
): Promise<KeptAnswer | undefined> {
  const reserved = await sql`
    insert into idempotency (caller, key, fingerprint, locked_until, created_at)
    values (${row.caller}, ${row.key}, ${row.fingerprint}, ${row.lockedUntil}, ${row.now})
    on conflict (caller, key) do update set locked_until = excluded.locked_until
    where idempotency.status is null and idempotency.locked_until < ${row.now} and idempotency.fingerprint = excluded.fingerprint
    returning 1`.execute(db)
  if (reserved.rows.length > 0) return undefined
  return db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body', 'secret_shown as secretShown'])
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .executeTakeFirst()
}

export async function keepAnswer(
  db: Db,
  row: { caller: string; key: string; status: number; body: Buffer | null; secretShown: boolean },
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: row.status, body: row.body, secret_shown: row.secretShown, locked_until: null })
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .execute()
}

export async function forgetIdempotencyKey(db: Db, caller: string, key: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
}

export async function deleteOldIdempotencyKeys(db: Db, before: Date, limit = 1000): Promise<number> {
  const result = await sql`
    delete from idempotency where (caller, key) in
      (select caller, key from idempotency where created_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
