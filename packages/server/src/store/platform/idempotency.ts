import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** The thing a request took effect on. */
export interface Effect {
  kind: string
  id: string
}

/** A request that holds an idempotency key of its caller. */
export interface KeyHolder {
  caller: string
  key: string
  requestId: string
}

export interface KeptAnswer {
  fingerprint: string
  /** Null while no answer is kept. */
  status: number | null
  body: Buffer | null
  secretShown: boolean
  /** Set as soon as the first request has taken effect, whatever became of it afterwards. */
  effect: Effect | null
  lockedUntil: Date | null
}

/**
 * Reserves a key for the first request that uses it. Returns undefined when this request holds it now: it is the first, or the former
 * holder died before it took effect. Else what is known of the first.
 */
export async function reserveIdempotencyKey(
  db: Db,
  holder: KeyHolder,
  row: { fingerprint: string; now: Date; lockedUntil: Date },
): Promise<KeptAnswer | undefined> {
  for (;;) {
    const reserved = await sql`
      insert into idempotency (caller, key, request_id, fingerprint, locked_until, created_at)
      values (${holder.caller}, ${holder.key}, ${holder.requestId}, ${row.fingerprint}, ${row.lockedUntil}, ${row.now})
      on conflict (caller, key) do update set locked_until = excluded.locked_until, request_id = excluded.request_id
      where idempotency.status is null and idempotency.effect is null and idempotency.locked_until < ${row.now}
        and idempotency.fingerprint = excluded.fingerprint
      returning 1`.execute(db)
    if (reserved.rows.length > 0) return undefined
    const kept = await db
      .selectFrom('idempotency')
      .select(['fingerprint', 'status', 'body', 'secret_shown as secretShown', 'effect', 'locked_until as lockedUntil'])
      .where('caller', '=', holder.caller)
      .where('key', '=', holder.key)
      .executeTakeFirst()
    // Gone in between: the first request was refused and let the key go, so it is free again.
    if (kept !== undefined) return kept
  }
}

const heldBy = (db: Db, holder: KeyHolder) =>
  db
    .updateTable('idempotency')
    .where('caller', '=', holder.caller)
    .where('key', '=', holder.key)
    .where('request_id', '=', holder.requestId)

/**
 * Writes into the transaction that changes something which request changes it. False when the key has gone to a repeat in the meantime:
 * then the transaction must not be committed, or the effect would come twice.
 */
export async function markEffect(trx: Trx, holder: KeyHolder, effect: Effect): Promise<boolean> {
  const result = await heldBy(trx, holder)
    .set({ effect: sql`coalesce(effect, ${JSON.stringify(effect)}::jsonb)` })
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function keepAnswer(
  db: Db,
  holder: KeyHolder,
  row: { status: number; body: Buffer | null; secretShown: boolean },
): Promise<void> {
  await heldBy(db, holder)
    .set({ status: row.status, body: row.body, secret_shown: row.secretShown, locked_until: null })
    .execute()
}

/** Lets go of a key whose request was refused or failed: free again if nothing was changed, else settled without an answer. */
export async function releaseIdempotencyKey(db: Db, holder: KeyHolder): Promise<void> {
  await sql`
    with settled as (
      update idempotency set locked_until = null where caller = ${holder.caller} and key = ${holder.key}
        and request_id = ${holder.requestId} and status is null and effect is not null
    )
    delete from idempotency where caller = ${holder.caller} and key = ${holder.key}
      and request_id = ${holder.requestId} and status is null and effect is null`.execute(db)
}

export async function deleteOldIdempotencyKeys(db: Db, before: Date, limit = 1000): Promise<number> {
  const result = await sql`
    delete from idempotency where (caller, key) in
      (select caller, key from idempotency where created_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
