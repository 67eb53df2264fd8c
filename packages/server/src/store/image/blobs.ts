import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** The size of a blob that this repository may see, or undefined. */
export async function linkedBlob(db: Db, listingId: string, digest: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('blob_link')
    .innerJoin('blob', 'blob.digest', 'blob_link.digest')
    .select('blob.size')
    .where('blob_link.listing_id', '=', listingId)
    .where('blob_link.digest', '=', digest)
    .executeTakeFirst()
  return row === undefined ? undefined : Number(row.size)
}

/** Sizes of those of the blobs that this repository may see. */
export async function linkedBlobs(db: Db, listingId: string, digests: readonly string[]): Promise<Map<string, number>> {
  if (digests.length === 0) return new Map()
  const rows = await db
    .selectFrom('blob_link')
    .innerJoin('blob', 'blob.digest', 'blob_link.digest')
    .select(['blob.digest', 'blob.size'])
    .where('blob_link.listing_id', '=', listingId)
    .where('blob_link.digest', 'in', [...digests])
    .execute()
  return new Map(rows.map((row) => [row.digest, Number(row.size)]))
}

/** A collector that claimed a blob has removed its bytes after this time, or has died. */
export const REMOVAL_MS = 60_000

/**
 * Adds the row of a blob before its bytes are put in place, and makes it young, so that no collector takes it meanwhile. False while a
 * collector is removing the same blob: ask again. The size of a blob whose bytes are there stays as it is.
 */
export async function reserveBlob(
  db: Db,
  { digest, size, isThere }: { digest: string; size: number; isThere: boolean },
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('blob')
    .values({ digest, size, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('digest')
        .doUpdateSet({ ...(isThere ? {} : { size }), created_at: now, removing_at: null })
        .where(({ or, eb }) =>
          or([eb('blob.removing_at', 'is', null), eb('blob.removing_at', '<', new Date(now.getTime() - REMOVAL_MS))]),
        ),
    )
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a repository see a blob; false when the blob is not there. Linking again makes the link young again. */
export async function linkBlob(trx: Trx, listingId: string, digest: string, now: Date): Promise<boolean> {
  const blob = await trx
    .selectFrom('blob')
    .select('digest')
    .where('digest', '=', digest)
    .where('removing_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (blob === undefined) return false
  await trx
    .insertInto('blob_link')
    .values({ listing_id: listingId, digest, created_at: now })
    .onConflict((conflict) => conflict.columns(['listing_id', 'digest']).doUpdateSet({ created_at: now }))
    .execute()
  return true
}

export async function unlinkBlob(trx: Trx, listingId: string, digest: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('blob_link')
    .where('listing_id', '=', listingId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Bytes an organization uses: each blob once however many of its apps have it, manifests, and uploads in progress. */
export async function usedBytes(db: Db, organizationId: string): Promise<number> {
  const result = await sql<{ bytes: string }>`
    select coalesce((select sum(size) from blob where digest in (
        select digest from blob_link join listing on listing.id = blob_link.listing_id where listing.organization_id = ${organizationId})), 0)
      + coalesce((select sum(octet_length(image.bytes)) from image join listing on listing.id = image.listing_id
          where listing.organization_id = ${organizationId}), 0)
      + coalesce((select sum(size) from blob_upload join listing on listing.id = blob_upload.listing_id
          where listing.organization_id = ${organizationId}), 0) as bytes`.execute(db)
  return Number(result.rows[0]?.bytes ?? 0)
}

/** Links older than the moment that no image of their repository needs. */
export async function deleteIdleLinks(db: Db, before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('blob_link')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('image_part')
            .select('image_part.digest')
            .whereRef('image_part.listing_id', '=', 'blob_link.listing_id')
            .whereRef('image_part.digest', '=', 'blob_link.digest'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/**
 * Claims blobs older than the moment that no repository sees, so that their bytes can be removed; those in use are left for later. From
 * then on no repository can link them.
 */
export async function claimUnlinkedBlobs(
  trx: Trx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const lapsed = new Date(now.getTime() - REMOVAL_MS)
  const locked = await sql<{ digest: string }>`
    select digest from blob where created_at < ${before} and (removing_at is null or removing_at < ${lapsed})
      and not exists (select 1 from blob_link where blob_link.digest = blob.digest)
    order by digest limit ${limit} for update skip locked`.execute(trx)
  if (locked.rows.length === 0) return []
  // Checked again under the lock: a link may have been added since.
  const claimed = await sql<{ digest: string }>`
    update blob set removing_at = ${now} where digest = any(${locked.rows.map(({ digest }) => digest)})
      and not exists (select 1 from blob_link where blob_link.digest = blob.digest)
    returning digest`.execute(trx)
  return claimed.rows.map(({ digest }) => digest)
}

/** Forgets blobs whose bytes were removed, unless a push took them over. */
export async function deleteRemovedBlobs(db: Db, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return
  await db
    .deleteFrom('blob')
    .where('digest', 'in', [...digests])
    .where('removing_at', 'is not', null)
    .execute()
}

/** Blobs that a repository sees, by digest, for those who look at all of them. */
export async function blobsAfter(db: Db, after: string, limit: number): Promise<{ digest: string; size: number }[]> {
  const rows = await db
    .selectFrom('blob')
    .select(['digest', 'size'])
    .where('digest', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('blob_link').select('digest').whereRef('blob_link.digest', '=', 'blob.digest')),
    )
    .orderBy('digest')
    .limit(limit)
    .execute()
  return rows.map(({ digest, size }) => ({ digest, size: Number(size) }))
}

/** Whether the blob is there and nobody is removing it. */
export async function isStoredBlob(db: Db, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('blob')
    .select('digest')
    .where('digest', '=', digest)
    .where('removing_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
