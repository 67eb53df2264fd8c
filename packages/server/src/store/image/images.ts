import { freedStates } from '@mkt/contract/states'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

export interface StoredImage {
  digest: string
  mediaType: string
  bytes: Buffer
}

const columns = ['image.digest as digest', 'image.media_type as mediaType', 'image.bytes as bytes'] as const

/** An image of a repository by digest. */
export function imageByDigest(db: Db, listingId: string, digest: string): Promise<StoredImage | undefined> {
  return db
    .selectFrom('image')
    .select(columns)
    .where('listing_id', '=', listingId)
    .where('digest', '=', digest)
    .executeTakeFirst()
}

/** An image of a repository by tag. */
export function imageByTag(db: Db, listingId: string, tag: string): Promise<StoredImage | undefined> {
  return db
    .selectFrom('image_tag')
    .innerJoin('image', (join) =>
      join.onRef('image.listing_id', '=', 'image_tag.listing_id').onRef('image.digest', '=', 'image_tag.digest'),
    )
    .select(columns)
    .where('image_tag.listing_id', '=', listingId)
    .where('image_tag.name', '=', tag)
    .executeTakeFirst()
}

export interface NewImage {
  listingId: string
  digest: string
  mediaType: string
  artifactType: string | null
  subjectDigest: string | null
  annotations: Record<string, string>
  bytes: Buffer
  parts: { digest: string; kind: 'blob' | 'image' }[]
  now: Date
}

/** Adds an image with its parts; one that is there already stays as it is and counts as pushed now. */
export async function insertImage(trx: Trx, row: NewImage): Promise<void> {
  await trx
    .insertInto('image')
    .values({
      listing_id: row.listingId,
      digest: row.digest,
      media_type: row.mediaType,
      artifact_type: row.artifactType,
      subject_digest: row.subjectDigest,
      annotations: JSON.stringify(row.annotations),
      bytes: row.bytes,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(['listing_id', 'digest']).doUpdateSet({ created_at: row.now }))
    .execute()
  const parts = [...new Map(row.parts.map((part) => [part.digest, part])).values()]
  if (parts.length === 0) return
  await trx
    .insertInto('image_part')
    .values(parts.map((part) => ({ listing_id: row.listingId, image_digest: row.digest, ...part })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many images and tags a repository has, and whether it has this image already. */
export async function repositorySize(
  trx: Trx,
  listingId: string,
  digest: string,
): Promise<{ images: number; tags: number; isKnown: boolean }> {
  const { rows } = await sql<{ images: number; tags: number; isKnown: boolean }>`
    select (select count(*)::int from image where listing_id = ${listingId}) as images,
      (select count(*)::int from image_tag where listing_id = ${listingId}) as tags,
      exists (select from image where listing_id = ${listingId} and digest = ${digest}) as "isKnown"`.execute(trx)
  return rows[0] ?? { images: 0, tags: 0, isKnown: false }
}

export async function setTag(trx: Trx, listingId: string, name: string, digest: string, now: Date): Promise<void> {
  await trx
    .insertInto('image_tag')
    .values({ listing_id: listingId, name, digest, updated_at: now })
    .onConflict((conflict) => conflict.columns(['listing_id', 'name']).doUpdateSet({ digest, updated_at: now }))
    .execute()
}

export async function deleteTag(trx: Trx, listingId: string, name: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('image_tag')
    .where('listing_id', '=', listingId)
    .where('name', '=', name)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function deleteImage(trx: Trx, listingId: string, digest: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('image')
    .where('listing_id', '=', listingId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function tagsOf(db: Db, listingId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('image_tag')
    .select('name')
    .where('listing_id', '=', listingId)
    .where(sql<boolean>`name collate "C" > ${after}`)
    .orderBy(sql`name collate "C"`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.name)
}

/** The repositories of an organization that hold images. */
export async function repositoriesOf(db: Db, organizationId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listing')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('name', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('image').select('image.digest').whereRef('image.listing_id', '=', 'listing.id')),
    )
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map((row) => row.name)
}

/** Images that say they are about another one: signatures, bills of material. By digest, from the one after `after` on. */
export function referrersOf(
  db: Db,
  listingId: string,
  subject: string,
  { limit, after = '', artifactType }: { limit: number; after?: string; artifactType?: string | undefined },
) {
  return db
    .selectFrom('image')
    .select(['digest', 'media_type as mediaType', 'artifact_type as artifactType', 'annotations'])
    .select((eb) => eb.fn<number>('length', ['bytes']).as('size'))
    .where('listing_id', '=', listingId)
    .where('subject_digest', '=', subject)
    .where('digest', '>', after)
    .$if(artifactType !== undefined, (query) => query.where('artifact_type', '=', artifactType ?? ''))
    .orderBy('digest')
    .limit(limit)
    .execute()
}

/** Which of the digests are images of this repository. */
export async function knownImages(db: Db, listingId: string, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await db
    .selectFrom('image')
    .select('digest')
    .where('listing_id', '=', listingId)
    .where('digest', 'in', [...digests])
    .execute()
  return new Set(rows.map((row) => row.digest))
}

/** Who needs an image: a release (itself or through an index), a release it speaks of, or an index. */
export async function neededBy(
  db: Db,
  listingId: string,
  digest: string,
): Promise<'release' | 'subject' | 'index' | undefined> {
  const release = await db
    .selectFrom('release')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('image_digest', '=', digest)
    .executeTakeFirst()
  if (release !== undefined) return 'release'
  const subject = await db
    .selectFrom('image')
    .innerJoin('release', (join) =>
      join
        .onRef('release.listing_id', '=', 'image.listing_id')
        .onRef('release.image_digest', '=', 'image.subject_digest'),
    )
    .select('release.id')
    .where('image.listing_id', '=', listingId)
    .where('image.digest', '=', digest)
    .executeTakeFirst()
  if (subject !== undefined) return 'subject'
  const index = await db
    .selectFrom('image_part')
    .select('image_digest')
    .where('listing_id', '=', listingId)
    .where('digest', '=', digest)
    .where('kind', '=', 'image')
    .executeTakeFirst()
  return index === undefined ? undefined : 'index'
}

/** Whether an image of the repository consists of this blob. */
export async function isPart(db: Db, listingId: string, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('image_part')
    .select('digest')
    .where('listing_id', '=', listingId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

/** The digest of the release of this version, whose tag never moves. */
export async function releaseDigest(db: Db, listingId: string, version: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('release')
    .select('image_digest')
    .where('listing_id', '=', listingId)
    .where('version', '=', version)
    .where('state', 'not in', [...freedStates])
    .executeTakeFirst()
  return row?.image_digest
}

/** Removes images older than the moment that have no tag, no release and no index, and are about nothing that is there. */
export async function deleteIdleImages(db: Db, before: Date): Promise<number> {
  const result = await sql`
    delete from image where created_at < ${before}
      and not exists (select 1 from image_tag tag where tag.listing_id = image.listing_id and tag.digest = image.digest)
      and not exists (select 1 from release where release.listing_id = image.listing_id and release.image_digest = image.digest)
      and not exists (select 1 from image_part part where part.listing_id = image.listing_id and part.digest = image.digest and part.kind = 'image')
      and not exists (select 1 from image other where other.listing_id = image.listing_id and other.digest = image.subject_digest)`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0n)
}
