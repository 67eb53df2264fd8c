import type { DataKey, DataKeys } from '../../lib/seal.ts'
import type { Db } from '../database/database.ts'

/** Wrapped data keys in the database. Writes commit by themselves, so a key never disappears with somebody's rolled-back transaction. */
export function storedDataKeys(db: Db): DataKeys {
  const columns = ['id', 'organization_id as owner', 'wrapped', 'master_key_id as masterKeyId'] as const
  return {
    current: (owner) =>
      db
        .selectFrom('data_key')
        .select(columns)
        .where('organization_id', '=', owner)
        .where('retired_at', 'is', null)
        .executeTakeFirst(),

    byId: (id) => db.selectFrom('data_key').select(columns).where('id', '=', id).executeTakeFirst(),

    async add(key: DataKey) {
      await db
        .insertInto('data_key')
        .values({ id: key.id, organization_id: key.owner, wrapped: key.wrapped, master_key_id: key.masterKeyId })
        .onConflict((conflict) => conflict.column('organization_id').where('retired_at', 'is', null).doNothing())
        .execute()
    },

    notWrappedBy: (masterKeyId) =>
      db.selectFrom('data_key').select(columns).where('master_key_id', '<>', masterKeyId).orderBy('id').execute(),

    async replaceWrapping(id, former, wrapped, masterKeyId) {
      const result = await db
        .updateTable('data_key')
        .set({ wrapped, master_key_id: masterKeyId })
        .where('id', '=', id)
        .where('wrapped', '=', former)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
