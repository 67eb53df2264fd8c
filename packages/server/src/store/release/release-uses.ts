import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { type Release, releases } from './releases.ts'

/** A release that a promotion in waves gives to some, or was taken back from them, was not given to everybody. */
const givenToAll = sql<boolean>`release.promoted_at is not null and not exists (select from promotion
  where promotion.release_id = release.id and promotion.state <> 'DONE' and promotion.created_at >= release.promoted_at)`

/** Whether a release was promoted to all customers, at once or by its last wave. */
export async function wasGivenToAll(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('release').select('id').where('id', '=', id).where(givenToAll).executeTakeFirst()
  return found !== undefined
}

/** The releases that take the place of one that is withdrawn: LIVE last before it, and promoted last before it. */
export async function releasesInsteadOf(
  db: Db,
  { id, listingId }: Pick<Release, 'id' | 'listingId'>,
): Promise<{ live: Release | undefined; promoted: Release | undefined }> {
  const others = releases(db)
    .where('release.listing_id', '=', listingId)
    .where('release.id', '!=', id)
    .where('release.state', 'in', ['LIVE', 'SUPERSEDED'])
    .orderBy('release.major', 'desc')
    .orderBy('release.minor', 'desc')
    .orderBy('release.patch', 'desc')
    .limit(1)
  return {
    live: await others.executeTakeFirst(),
    promoted: await others.where(givenToAll).executeTakeFirst(),
  }
}

/** Whether a release of the listing is being promoted in waves. Exact while the listing is locked. */
export async function isPromotionRunning(db: Db, listingId: string): Promise<boolean> {
  const found = await db
    .selectFrom('promotion')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return found !== undefined
}

export interface ReleaseUses {
  /** Installations that run it, are about to take it, or have it as their shadow. */
  installations: number
  /** Whether a review of it is open. */
  review: boolean
  /** Whether it is being promoted in waves. */
  promotion: boolean
}

/** What keeps a release from being withdrawn. */
export async function usesOfRelease(db: Db, id: string): Promise<ReleaseUses> {
  const { rows } = await sql<ReleaseUses>`select
    (select count(*)::int from installation where state <> 'UNINSTALLED'
      and ${id} in (release_id, target_release_id, shadow_release_id)) as installations,
    exists (select from review where release_id = ${id} and state = 'OPEN') as review,
    exists (select from promotion where release_id = ${id} and state = 'RUNNING') as promotion`.execute(db)
  return rows[0] ?? { installations: 0, review: false, promotion: false }
}
