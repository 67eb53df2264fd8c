import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Who guesses: at which account, which need not exist, and from where. Of the account only a hash is kept. */
export interface Guess {
  email: string
  /** The party behind the address (`addressParty`). */
  address: string
}

export interface SignInLimit {
  /** Wrong passwords, at least two, after which this address is locked out of this account, and until when it then is. */
  wrong: number
  lockedUntil: Date
  now: Date
}

const accountHash = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/**
 * Takes one of the attempts at a password that an address has; says until when it is locked out where none is left. It is taken before the
 * password is looked at, so that many guesses at once are not more than the limit either. Nobody waits for the disk: who could make the
 * database crash would win the guesses of its last moment.
 */
export async function takeSignIn(db: Db, guess: Guess, limit: SignInLimit): Promise<Date | undefined> {
  const hash = accountHash(guess.email)
  const { address } = guess
  const { wrong, lockedUntil, now } = limit
  // With the last attempt the lock begins, and the count starts again.
  const { rows: taken } = await sql`
    with relaxed as (select set_config('synchronous_commit', 'off', true))
    insert into sign_in_attempt as had (account_hash, address, failed, at) select ${hash}, ${address}, 1, ${now} from relaxed
    on conflict (account_hash, address) do update set at = ${now},
      failed = case when had.failed + 1 >= ${wrong} then 0 else had.failed + 1 end,
      locked_until = case when had.failed + 1 >= ${wrong} then ${lockedUntil}::timestamptz end
    where had.locked_until is null or had.locked_until <= ${now}
    returning 1`.execute(db)
  if (taken.length > 0) return undefined
  const row = await db
    .selectFrom('sign_in_attempt')
    .select('locked_until')
    .where('account_hash', '=', hash)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.locked_until ?? undefined
}

/** Gives an attempt back whose password was not looked at. Where it was the last one, the lock it began ends. */
export async function returnSignIn(db: Db, guess: Guess, limit: Pick<SignInLimit, 'wrong' | 'now'>): Promise<void> {
  await db
    .updateTable('sign_in_attempt')
    .set({
      failed: sql<number>`case when locked_until > ${limit.now} then ${limit.wrong}::int - 1 else greatest(failed - 1, 0) end`,
      locked_until: null,
    })
    .where('account_hash', '=', accountHash(guess.email))
    .where('address', '=', guess.address)
    .execute()
}

/** Forgets the wrong passwords of an address that knew the right one. */
export async function clearFailedSignIns(db: Db, guess: Guess): Promise<void> {
  await db
    .deleteFrom('sign_in_attempt')
    .where('account_hash', '=', accountHash(guess.email))
    .where('address', '=', guess.address)
    .execute()
}

/** Forgets the oldest of them; returns how many went. */
export async function deleteOldSignIns(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`delete from sign_in_attempt where (account_hash, address) in (
    select account_hash, address from sign_in_attempt where at < ${before} limit ${limit}) returning 1`.execute(db)
  return rows.length
}
