import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface SignInLimit {
  /** Wrong passwords after which an address is locked, and until when it then is. */
  wrong: number
  lockedUntil: Date
  now: Date
}

/** One more attempt: with the last of them the lock begins, and the count anew. */
function oneMore(column: 'failed_sign_ins' | 'failed', { wrong, lockedUntil }: SignInLimit) {
  const count = sql.ref(column)
  return {
    count: sql<number>`case when ${count} + 1 >= ${wrong} then 0 else ${count} + 1 end`,
    locked_until: sql<Date | null>`case when ${count} + 1 >= ${wrong} then ${lockedUntil}::timestamptz end`,
  }
}

/**
 * Takes one of the attempts at a password that a person has; says until when the account is locked where none is left. It is
 * taken before the password is looked at, so that many guesses at once are not more than the limit either.
 */
export async function takeSignIn(db: Db, personId: string, limit: SignInLimit): Promise<Date | undefined> {
  const { count, locked_until } = oneMore('failed_sign_ins', limit)
  const taken = await db
    .updateTable('person')
    .set({ failed_sign_ins: count, locked_until })
    .where('id', '=', personId)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', limit.now)]))
    .executeTakeFirst()
  if (taken.numUpdatedRows > 0n) return undefined
  const row = await db.selectFrom('person').select('locked_until').where('id', '=', personId).executeTakeFirst()
  return row?.locked_until ?? undefined
}

/** The same for an address without an account, of which only a hash is kept. */
export async function takeUnknownSignIn(db: Db, email: string, limit: SignInLimit): Promise<Date | undefined> {
  const email_hash = createHash('sha256').update(email.toLowerCase()).digest()
  const { count, locked_until } = oneMore('failed', limit)
  await db
    .insertInto('unknown_sign_in')
    .values({ email_hash, failed: 0, at: limit.now })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ at: limit.now }))
    .execute()
  const taken = await db
    .updateTable('unknown_sign_in')
    .set({ failed: count, locked_until })
    .where('email_hash', '=', email_hash)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', limit.now)]))
    .executeTakeFirst()
  if (taken.numUpdatedRows > 0n) return undefined
  const row = await db
    .selectFrom('unknown_sign_in')
    .select('locked_until')
    .where('email_hash', '=', email_hash)
    .executeTakeFirst()
  return row?.locked_until ?? undefined
}

export async function clearFailedSignIns(db: Db, personId: string): Promise<void> {
  await db.updateTable('person').set({ failed_sign_ins: 0, locked_until: null }).where('id', '=', personId).execute()
}

/** Forgets the oldest of them; returns how many went. */
export async function deleteOldUnknownSignIns(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`delete from unknown_sign_in where email_hash in (
    select email_hash from unknown_sign_in where at < ${before} limit ${limit}) returning 1`.execute(db)
  return rows.length
}
