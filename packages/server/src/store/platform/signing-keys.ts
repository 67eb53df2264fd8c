import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface SealedSigningKey {
  id: string
  sealed: Buffer
  createdAt: Date
}

/** Newest first. */
export function allSigningKeys(db: Db): Promise<SealedSigningKey[]> {
  return db
    .selectFrom('signing_key')
    .select(['id', 'sealed', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertSigningKey(db: Db, row: SealedSigningKey): Promise<void> {
  await db.insertInto('signing_key').values({ id: row.id, sealed: row.sealed, created_at: row.createdAt }).execute()
}

const LOCK = 7_070_005

/** Until the transaction ends nobody else makes a signing key, so that two processes do not both make the first one. */
export async function lockSigningKeys(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

export async function deleteSigningKeysBefore(db: Db, before: Date, keep: string): Promise<void> {
  await db.deleteFrom('signing_key').where('created_at', '<', before).where('id', '!=', keep).execute()
}
