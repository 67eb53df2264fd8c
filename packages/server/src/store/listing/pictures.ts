import type { Db } from '../database/database.ts'

export interface PictureFacts {
  id: string
  listingId: string
  kind: 'logo' | 'screenshot'
  width: number
  height: number
  /** False while a moderator has not approved it. */
  shown: boolean
}

export function picturesOf(db: Db, listingIds: readonly string[]): Promise<PictureFacts[]> {
  if (listingIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('picture')
    .select(['id', 'listing_id as listingId', 'kind', 'width', 'height', 'shown'])
    .where('listing_id', 'in', [...listingIds])
    .orderBy('id')
    .execute()
}

export function pictureContent(
  db: Db,
  listingId: string,
  id: string,
): Promise<{ bytes: Buffer; shown: boolean } | undefined> {
  return db
    .selectFrom('picture')
    .select(['bytes', 'shown'])
    .where('id', '=', id)
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
}

export async function insertPicture(db: Db, row: PictureFacts & { bytes: Buffer; now: Date }): Promise<void> {
  await db
    .insertInto('picture')
    .values({
      id: row.id,
      listing_id: row.listingId,
      kind: row.kind,
      width: row.width,
      height: row.height,
      bytes: row.bytes,
      shown: row.shown,
      created_at: row.now,
    })
    .execute()
}

/** Shows these pictures of a listing and deletes all others. */
export async function keepPictures(db: Db, listingId: string, ids: readonly string[]): Promise<void> {
  const among = ids.length === 0 ? [''] : [...ids]
  await db.deleteFrom('picture').where('listing_id', '=', listingId).where('id', 'not in', among).execute()
  await db
    .updateTable('picture')
    .set({ shown: true })
    .where('listing_id', '=', listingId)
    .where('id', 'in', among)
    .where('shown', '=', false)
    .execute()
}

/** Deletes the pictures that are not shown, except these. */
export async function dropUnshownPictures(db: Db, listingId: string, except: readonly string[] = []): Promise<void> {
  let query = db.deleteFrom('picture').where('listing_id', '=', listingId).where('shown', '=', false)
  if (except.length > 0) query = query.where('id', 'not in', [...except])
  await query.execute()
}
