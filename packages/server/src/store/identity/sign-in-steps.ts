import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { SignInStepKind } from '../database/tables/identity.ts'

export interface SignInStep {
  personId: string | null
  data: Record<string, unknown>
}

export async function insertSignInStep(
  db: Db,
  row: SignInStep & { tokenHash: Buffer; kind: SignInStepKind; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_step')
    .values({
      token_hash: row.tokenHash,
      kind: row.kind,
      person_id: row.personId,
      data: JSON.stringify(row.data),
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

export function signInStep(
  db: Db,
  kind: SignInStepKind,
  tokenHash: Buffer,
  now: Date,
): Promise<SignInStep | undefined> {
  return db
    .selectFrom('sign_in_step')
    .select(['person_id as personId', 'data'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a step up: the second request with the same token finds nothing. */
export function takeSignInStep(
  db: Db,
  kind: SignInStepKind,
  tokenHash: Buffer,
  now: Date,
): Promise<SignInStep | undefined> {
  return db
    .deleteFrom('sign_in_step')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning(['person_id as personId', 'data'])
    .executeTakeFirst()
}

export async function deleteExpiredSignInSteps(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`delete from sign_in_step where token_hash in (
    select token_hash from sign_in_step where expires_at <= ${now} limit ${limit}) returning 1`.execute(db)
  return rows.length
}

export async function deleteSignInStepsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sign_in_step').where('person_id', '=', personId).execute()
}
