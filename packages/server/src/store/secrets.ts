import type { Db } from './database.ts'

export interface SealedSecret {
  name: string
  sealed: Buffer
  updatedAt: Date
}

export function secretsOf(db: Db, installationId: string): Promise<SealedSecret[]> {
  return db
    .selectFrom('secret')
    .select(['name', 'sealed', 'updated_at as updatedAt'])
    .where('installation_id', '=', installationId)
    .orderBy('name')
    .execute()
}

/** Stores the value in place of the former one: there is never more than one. */
export async function putSecret(trx: Db, installationId: string, secret: SealedSecret): Promise<void> {
  await trx
    .insertInto('secret')
    .values({
      installation_id: installationId,
      name: secret.name,
      sealed: secret.sealed,
      updated_at: secret.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['installation_id', 'name'])
        .doUpdateSet({ sealed: secret.sealed, updated_at: secret.updatedAt }),
    )
    .execute()
}

export async function eraseSecrets(trx: Db, installationId: string, names?: readonly string[]): Promise<void> {
  if (names?.length === 0) return
  let query = trx.deleteFrom('secret').where('installation_id', '=', installationId)
  if (names !== undefined) query = query.where('name', 'in', [...names])
  await query.execute()
}
