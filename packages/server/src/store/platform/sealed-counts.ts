import { sql } from 'kysely'
import type { SealedThing } from '../../domain/platform/sealed-things.ts'
import type { Db } from '../database/database.ts'

/** How many values of a column each data key sealed: the id of the key stands behind the first byte of every sealed value. */
export async function sealedCounts(db: Db, { table, column }: SealedThing): Promise<Map<string, number>> {
  const value = sql.ref(column)
  const { rows } = await sql<{ key: string; count: number }>`
    select convert_from(substring(${value} from 2 for 29), 'latin1') as key, count(*) as count
    from ${sql.table(table)} where ${value} is not null and length(${value}) > 30 group by 1`.execute(db)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Every data key with the master key that wraps it and the organization it belongs to. */
export async function wrappedKeys(db: Db): Promise<{ id: string; masterKeyId: string; owner: string }[]> {
  return await db
    .selectFrom('data_key')
    .leftJoin('organization', 'organization.id', 'data_key.organization_id')
    .select(({ fn }) => [
      'data_key.id',
      'data_key.master_key_id as masterKeyId',
      fn.coalesce('organization.name', 'data_key.organization_id').as('owner'),
    ])
    .orderBy('data_key.id')
    .execute()
}
