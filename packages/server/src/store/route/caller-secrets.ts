import type { Db } from '../database/database.ts'

export interface CallerSecret {
  id: string
  hash: Buffer
  sealed: Buffer
  registeredAt: Date | null
  createdAt: Date
}

/** Newest first: the first one is what is registered in the tenant, a second one is valid until that has happened. */
export function callerSecretsOf(db: Db, installationId: string): Promise<CallerSecret[]> {
  return db
    .selectFrom('caller_secret')
    .select(['id', 'hash', 'sealed', 'registered_at as registeredAt', 'created_at as createdAt'])
    .where('installation_id', '=', installationId)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertCallerSecret(
  trx: Db,
  row: { id: string; installationId: string; hash: Buffer; sealed: Buffer; now: Date },
): Promise<void> {
  await trx
    .insertInto('caller_secret')
    .values({
      id: row.id,
      installation_id: row.installationId,
      hash: row.hash,
      sealed: row.sealed,
      created_at: row.now,
    })
    .execute()
}

/** The tenant has it: from now on the older ones are of no use. */
export async function settleCallerSecret(trx: Db, installationId: string, id: string, now: Date): Promise<void> {
  await trx.updateTable('caller_secret').set({ registered_at: now }).where('id', '=', id).execute()
  await trx.deleteFrom('caller_secret').where('installation_id', '=', installationId).where('id', '<', id).execute()
}

export async function eraseCallerSecrets(trx: Db, installationId: string): Promise<void> {
  await trx.deleteFrom('caller_secret').where('installation_id', '=', installationId).execute()
}
