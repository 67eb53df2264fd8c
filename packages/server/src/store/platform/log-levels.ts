import { sql } from 'kysely'
import type { StoredLevels } from '../../domain/platform/log-level.ts'
import type { Db } from '../database/database.ts'

const NAME = 'log_levels'

/** The levels of parts that an operator set. */
export async function storedLogLevels(db: Db): Promise<StoredLevels> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value ?? {}) as StoredLevels
}

export async function replaceLogLevels(db: Db, levels: StoredLevels): Promise<void> {
  const value = JSON.stringify(levels)
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}
