import type { Db } from '../database/database.ts'

export interface PictureFacts {
  id: string
  listingId: string
  kind: 'logo' | 'screenshot'
  width: number
  height: number
}

export function picturesOf(db: Db, listingIds: readonly string[]): Promise<PictureFacts[]> {
  if (listingIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('picture')
    .select(['id', 'listing_id as listingId', 'kind', 'width', 'height'])
    .where('listing_id', 'in', [...listingIds])
    .orderBy('id')
    .execute()
}

export async function pictureBytes(db: Db, listingId: string, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('picture')
    .select('bytes')
    .where('id', '=', id)
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row?.bytes
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
      created_at: row.now,
    })
    .execute()
}

export async function deletePictures(
  db: Db,
  listingId: string,
  which: { id: string } | { kind: 'logo' },
): Promise<number> {
  let query = db.deleteFrom('picture').where('listing_id', '=', listingId)
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('kind', '=', which.kind)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
