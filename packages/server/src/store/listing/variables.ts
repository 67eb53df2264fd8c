import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byTime, containing, type Order, sorted } from '../database/sorted.ts'

const order: Order<'name' | 'updatedAt'> = {
  id: sql`name collate "C"`,
  newestFirst: false,
  keys: { name: 'id', updatedAt: byTime('updated_at') },
}

export function variablesOf(
  db: Db,
  listingId: string,
  page: Page,
  q?: string,
): Promise<{ name: string; updatedAt: Date }[]> {
  let query = db.selectFrom('variable').select(['name', 'updated_at as updatedAt']).where('listing_id', '=', listingId)
  if (q !== undefined) query = query.where('name', 'ilike', containing(q))
  return sorted(query, page, order).execute()
}

export async function upsertVariable(
  db: Db,
  row: { listingId: string; name: string; sealed: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('variable')
    .values({ listing_id: row.listingId, name: row.name, sealed: row.sealed, updated_at: row.now })
    .onConflict((conflict) =>
      conflict.columns(['listing_id', 'name']).doUpdateSet({ sealed: row.sealed, updated_at: row.now }),
    )
    .execute()
}

export async function deleteVariable(db: Db, listingId: string, name: string): Promise<boolean> {
  const result = await db
    .deleteFrom('variable')
    .where('listing_id', '=', listingId)
    .where('name', '=', name)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The variables of a listing as they are stored. */
export function sealedVariables(db: Db, listingId: string): Promise<{ name: string; sealed: Buffer }[]> {
  return db.selectFrom('variable').select(['name', 'sealed']).where('listing_id', '=', listingId).execute()
}
