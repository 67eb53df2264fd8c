import { defaultLimits } from '@mkt/oci'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { transaction } from '../database/transaction.ts'

/** An engine keeps an image that nobody runs for this time after it got it. */
const KEPT_MS = 3_600_000

export interface UnpackedImages {
  /** What they take together, the image that was asked about included. */
  bytes: number
  /** Whether engines have that image already. */
  present: boolean
  /** Whether the contents of one are still to be read. */
  isUnread: boolean
}

/**
 * What the images of an organization take that engines have, each once: those that run, also in trials and as shadows, and those of the last hour.
 * An image of unknown size counts as the largest that is allowed.
 */
export async function unpackedImages(
  db: Db,
  organizationId: string,
  now: Date,
  asked?: { imageDigest: string },
): Promise<UnpackedImages> {
  const digest = asked?.imageDigest ?? null
  const recently = new Date(now.getTime() - KEPT_MS)
  const { rows } = await sql<{ bytes: string; present: boolean; isUnread: boolean }>`
    select coalesce(sum(bytes), 0) as bytes, coalesce(bool_or(present) filter (where image_digest = ${digest}), false) as present,
      coalesce(bool_or(unread), false) as "isUnread"
    from (
      select image_digest, bool_or(present) as present, bool_and(unread) as unread, coalesce(min(unpacked_bytes), ${defaultLimits.unpackedBytes}) as bytes
      from (
        select release.image_digest, sbom.unpacked_bytes, sbom.listing_id is null as unread, (
          release.unpacked_at > ${recently}
          or exists (select from deployment where release_id = release.id and state in ('RUNNING', 'SICK', 'STOPPING'))
          or exists (select from shadow_instance where release_id = release.id and address is not null)
          or release.unpacked_at is not null and release.id in (
            select release_id from trial where state = 'RUNNING'
            union select baseline_release_id from trial where state = 'RUNNING')
        ) is true as present
        from listing join release on release.listing_id = listing.id
          left join sbom on sbom.listing_id = release.listing_id and sbom.image_digest = release.image_digest
        where listing.organization_id = ${organizationId}
      ) released
      where present or image_digest = ${digest}
      group by image_digest
    ) image`.execute(db)
  const [row] = rows
  return { bytes: Number(row?.bytes ?? 0), present: row?.present ?? false, isUnread: row?.isUnread ?? false }
}

/**
 * Counts the image of a release as one that an engine gets now, unless the images of its organization then took more than `most` bytes.
 * One that engines have already is always counted: it takes no more room. Gives what they took together where it was not.
 */
export function takeUnpackedRoom(
  db: Db,
  release: { id: string; organizationId: string; imageDigest: string },
  most: number,
  now: Date,
): Promise<{ taken: true } | { taken: false; bytes: number; isUnread: boolean }> {
  return transaction(db, async (trx) => {
    // One after the other, so that images that are started at the same time count each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`unpacked images ${release.organizationId}`}, 0))`.execute(
      trx,
    )
    const { bytes, present, isUnread } = await unpackedImages(trx, release.organizationId, now, release)
    if (bytes > most && !present) return { taken: false, bytes, isUnread }
    await trx.updateTable('release').set({ unpacked_at: now }).where('id', '=', release.id).execute()
    return { taken: true }
  })
}
