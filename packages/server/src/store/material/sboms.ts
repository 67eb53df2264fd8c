import { type Component, pypiName, type Unread } from '@mkt/oci/sbom'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** An image of a repository. */
export interface ImageKey {
  listingId: string
  imageDigest: string
}

export interface StoredSbom {
  /** Null when the image could not be read. */
  document: string | null
  failure: string | null
  unread: Unread[]
  madeAt: Date
}

export function sbomOf(db: Db, { listingId, imageDigest }: ImageKey): Promise<StoredSbom | undefined> {
  return db
    .selectFrom('sbom')
    .select(['document', 'failure', 'unread', 'made_at as madeAt'])
    .where('listing_id', '=', listingId)
    .where('image_digest', '=', imageDigest)
    .executeTakeFirst()
}

/** Adds the bill of materials of an image; one that is there stays. */
export async function insertSbom(
  trx: Trx,
  key: ImageKey,
  row: {
    document: string | null
    failure: string | null
    unread: Unread[]
    components: Component[]
    unpackedBytes: number | null
    now: Date
  },
): Promise<boolean> {
  const image = { listing_id: key.listingId, image_digest: key.imageDigest }
  const result = await trx
    .insertInto('sbom')
    .values({
      ...image,
      document: row.document,
      failure: row.failure,
      unread: JSON.stringify(row.unread),
      made_at: row.now,
      unpacked_bytes: row.unpackedBytes,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  const packages = row.components.map((component, number) => ({ ...image, number, ...packageRow(component) }))
  for (let at = 0; at < packages.length; at += BATCH)
    await trx
      .insertInto('sbom_package')
      .values(packages.slice(at, at + BATCH))
      .execute()
  return true
}

const BATCH = 1_000

function packageRow({ type, namespace, name, version, source, ecosystem, purl }: Component) {
  const known = type === 'maven' ? `${namespace}:${name}` : type === 'pypi' ? pypiName(name) : name
  return {
    ecosystem,
    ecosystem_base: ecosystem?.split(':')[0] ?? null,
    name: known,
    version,
    matched_name: source?.name ?? known,
    matched_version: source?.version ?? version,
    purl,
  }
}

/** How many packages of each ecosystem an image has. */
export async function packageCounts(db: Db, { listingId, imageDigest }: ImageKey) {
  const rows = await db
    .selectFrom('sbom_package')
    .select(['ecosystem', (eb) => eb.fn.countAll<string>().as('count')])
    .where('listing_id', '=', listingId)
    .where('image_digest', '=', imageDigest)
    .groupBy('ecosystem')
    .orderBy('ecosystem')
    .execute()
  return rows.map(({ ecosystem, count }) => ({ ecosystem, count: Number(count) }))
}

/** Released images whose contents nobody has read yet: those of before, and those whose reading was cut off. */
export function imagesWithoutSbom(
  db: Db,
  before: Date,
  limit = 20,
): Promise<(ImageKey & { listingName: string; version: string })[]> {
  return db
    .selectFrom('release')
    .innerJoin('listing', 'listing.id', 'release.listing_id')
    .leftJoin('sbom', (join) =>
      join.onRef('sbom.listing_id', '=', 'release.listing_id').onRef('sbom.image_digest', '=', 'release.image_digest'),
    )
    .select([
      'release.listing_id as listingId',
      'release.image_digest as imageDigest',
      'listing.name as listingName',
      'release.version as version',
    ])
    .where('sbom.listing_id', 'is', null)
    .where('release.state', 'not in', ['UPLOADED', 'REJECTED'])
    .where('release.created_at', '<', before)
    .orderBy('release.id')
    .limit(limit)
    .execute()
}
