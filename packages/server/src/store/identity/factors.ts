import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface FactorCounts {
  totp: boolean
  passkeys: number
  recoveryCodes: number
}

/** Whether the person has a second factor. Recovery codes alone are none: they stand in for one that is lost. */
export async function hasFactor(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from totp where person_id = ${personId} and confirmed_at is not null)
    or exists (select from passkey where person_id = ${personId}) as has`.execute(db)
  return rows[0]?.has === true
}

export async function factorCounts(db: Db, personId: string): Promise<FactorCounts> {
  const { rows } = await sql<FactorCounts>`select
    exists (select from totp where person_id = ${personId} and confirmed_at is not null) as totp,
    (select count(*) from passkey where person_id = ${personId}) as passkeys,
    (select count(*) from recovery_code where person_id = ${personId} and used_at is null) as "recoveryCodes"`.execute(
    db,
  )
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodes: 0 }
}

export interface Totp {
  sealed: Buffer
  lastStep: number
  confirmedAt: Date | null
}

export function totpOf(db: Db, personId: string): Promise<Totp | undefined> {
  return db
    .selectFrom('totp')
    .select(['sealed', 'last_step as lastStep', 'confirmed_at as confirmedAt'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Begins a set-up; one that was not confirmed is replaced, a confirmed one is not. */
export async function putTotp(db: Db, row: { personId: string; sealed: Buffer; now: Date }): Promise<boolean> {
  const result = await db
    .insertInto('totp')
    .values({ person_id: row.personId, sealed: row.sealed, created_at: row.now })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ sealed: row.sealed, created_at: row.now, last_step: 0 })
        .where('totp.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Uses a time step up: of two requests with one code, the second finds it used. */
export async function spendTotpStep(db: Db, personId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function confirmTotp(db: Db, personId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('totp')
    .set({ confirmed_at: now })
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteTotp(db: Db, personId: string): Promise<boolean> {
  const result = await db.deleteFrom('totp').where('person_id', '=', personId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  db: Db,
  personId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash, created_at: now })))
    .execute()
}

export async function isOpenRecoveryCode(db: Db, personId: string, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a recovery code up; false when it was used before. */
export async function spendRecoveryCode(db: Db, personId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
