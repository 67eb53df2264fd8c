import type { Db } from '../database/database.ts'

/** An upload under way in one repository. */
export async function uploadExists(db: Db, listingId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('blob_upload')
    .select('id')
    .where('id', '=', id)
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUpload(db: Db, row: { id: string; listingId: string; now: Date }): Promise<void> {
  await db
    .insertInto('blob_upload')
    .values({ id: row.id, listing_id: row.listingId, created_at: row.now, touched_at: row.now })
    .execute()
}

export async function touchUpload(db: Db, id: string, size: number, now: Date): Promise<void> {
  await db.updateTable('blob_upload').set({ size, touched_at: now }).where('id', '=', id).execute()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('blob_upload').where('id', '=', id).execute()
}

/** Forgets uploads that nobody has touched since the moment, and returns them. */
export async function takeIdleUploads(db: Db, before: Date): Promise<string[]> {
  const rows = await db.deleteFrom('blob_upload').where('touched_at', '<', before).returning('id').execute()
  return rows.map((row) => row.id)
}

/** Those of the ids that are uploads under way. */
export async function knownUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('blob_upload')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.id))
}
