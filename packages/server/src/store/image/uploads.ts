import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** The name of an upload in the storage of images. */
const storedAs = sql<string>`coalesce(stored_as, id)`

/** The name in the storage of an upload in progress in one repository. */
export async function uploadPlace(db: Db, listingId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('blob_upload')
    .select(storedAs.as('place'))
    .where('id', '=', id)
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row?.place
}

/** What names one writer of one upload. */
export interface UploadLease {
  id: string
  owner: string
}

export async function insertUpload(db: Db, row: { id: string; listingId: string; now: Date }): Promise<void> {
  await db
    .insertInto('blob_upload')
    .values({ id: row.id, listing_id: row.listingId, created_at: row.now, touched_at: row.now })
    .execute()
}

export interface UploadClaim {
  place: string
  /** Whether it is ours now. */
  taken: boolean
  /** Who had it before, and until when; null where nobody did, or gave it back. */
  formerOwner: string | null
  formerUntil: Date | null
}

/** Takes the lease of an upload unless a writer holds it; undefined where there is no such upload. */
export async function claimUpload(
  db: Db,
  { listingId, id, owner, now, until }: UploadLease & { listingId: string; now: Date; until: Date },
): Promise<UploadClaim | undefined> {
  const { rows } = await sql<UploadClaim>`
    with former as (
      select id, ${storedAs} as place, lease_owner, lease_until from blob_upload
      where id = ${id} and listing_id = ${listingId} for update),
    taken as (
      update blob_upload set lease_owner = ${owner}, lease_until = ${until}, touched_at = ${now} from former
      where blob_upload.id = former.id and (former.lease_until is null or former.lease_until <= ${now})
      returning blob_upload.id)
    select place, exists (select from taken) as taken, lease_owner as "formerOwner", lease_until as "formerUntil"
    from former`.execute(db)
  return rows[0]
}

/** Notes the size that an upload has, or is about to have, so that others count it; false where the lease is not held any more. */
export async function sizeUpload(db: Db, { id, owner }: UploadLease, size: number): Promise<boolean> {
  const held = await db
    .updateTable('blob_upload')
    .set({ size })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** Extends a lease that is still held; false where it is not. */
export async function renewUpload(db: Db, { id, owner }: UploadLease, now: Date, until: Date): Promise<boolean> {
  const held = await db
    .updateTable('blob_upload')
    .set({ lease_until: until, touched_at: now })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** Gives an upload another name in the storage; false where the lease is not held any more. */
export async function storeUploadAs(db: Db, { id, owner }: UploadLease, place: string): Promise<boolean> {
  const held = await db
    .updateTable('blob_upload')
    .set({ stored_as: place })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** Gives the lease back, with the size that the upload has now where it is known; false where it was not held any more. */
export async function releaseUpload(
  db: Db,
  { id, owner }: UploadLease,
  size: number | undefined,
  now: Date,
): Promise<boolean> {
  const held = await db
    .updateTable('blob_upload')
    .set({ lease_owner: null, lease_until: null, touched_at: now, ...(size === undefined ? {} : { size }) })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** Ends an upload, and returns its name in the storage; undefined where there is none, or another holds it. */
export async function deleteUpload(
  db: Db,
  { id, ...where }: { id: string } & ({ owner: string } | { listingId: string }),
): Promise<string | undefined> {
  const query = db.deleteFrom('blob_upload').where('id', '=', id).returning(storedAs.as('place'))
  const gone =
    'owner' in where
      ? await query.where('lease_owner', '=', where.owner).executeTakeFirst()
      : await query.where('listing_id', '=', where.listingId).executeTakeFirst()
  return gone?.place
}

/** Forgets uploads that nobody has touched since the moment, and returns their names in the storage. */
export async function takeIdleUploads(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('blob_upload')
    .where('touched_at', '<', before)
    .returning(storedAs.as('place'))
    .execute()
  return rows.map(({ place }) => place)
}

/** Those of the names in the storage that belong to uploads in progress. */
export async function knownPlaces(db: Db, places: readonly string[]): Promise<Set<string>> {
  if (places.length === 0) return new Set()
  const rows = await db
    .selectFrom('blob_upload')
    .select(storedAs.as('place'))
    .where(storedAs, 'in', [...places])
    .execute()
  return new Set(rows.map(({ place }) => place))
}

/** The names in the storage of uploads to which a request writes at the moment. */
export async function writtenPlaces(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('blob_upload').select(storedAs.as('place')).where('lease_until', '>', now).execute()
  return rows.map(({ place }) => place)
}
