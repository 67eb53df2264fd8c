import { freedStates, ranStates, soundStates } from '@mkt/contract/states'
import type { Manifest } from '@mkt/manifest'
import type { Page } from '../../domain/platform/page.ts'
import type { ConformanceRecord } from '../../domain/release/conformance.ts'
import type { ReleaseState, RollbackState } from '../../domain/release/release.ts'
import type { Finding } from '../../domain/release/release-check.ts'
import type { Db } from '../database/database.ts'
import { beginning, byText, byVersion, type Order, sorted } from '../database/sorted.ts'
import type { Trx } from '../database/transaction.ts'

export interface Release {
  id: string
  listingId: string
  listingName: string
  organizationId: string
  version: string
  major: number
  manifest: Manifest
  imageDigest: string
  state: ReleaseState
  approved: boolean
  approvedAt: Date | null
  promotedAt: Date | null
  problems: Finding[]
  warnings: Finding[]
  failure: string | null
  /** What the publisher says about it, in Markdown. */
  notes: string
  /** The same as HTML, as far as `notesRules` are the rules of today. */
  notesHtml: string
  notesRules: number
  liveAt: Date | null
  rollbackAt: Date | null
  rollbackState: RollbackState | null
  rollbackFailure: string | null
  conformance: ConformanceRecord | null
  createdAt: Date
  createdBy: string | null
}

export function releases(db: Db) {
  return db
    .selectFrom('release')
    .innerJoin('listing', 'listing.id', 'release.listing_id')
    .select([
      'release.id as id',
      'release.listing_id as listingId',
      'listing.name as listingName',
      'listing.organization_id as organizationId',
      'release.version as version',
      'release.major as major',
      'release.image_digest as imageDigest',
      'release.state as state',
      'release.approved as approved',
      'release.approved_at as approvedAt',
      'release.promoted_at as promotedAt',
      'release.problems as problems',
      'release.warnings as warnings',
      'release.failure as failure',
      'release.notes as notes',
      'release.notes_html as notesHtml',
      'release.notes_rules as notesRules',
      'release.live_at as liveAt',
      'release.rollback_at as rollbackAt',
      'release.rollback_state as rollbackState',
      'release.rollback_failure as rollbackFailure',
      'release.conformance as conformance',
      'release.created_at as createdAt',
      'release.created_by as createdBy',
    ])
    .select((eb) => eb.ref('release.manifest').$castTo<Manifest>().as('manifest'))
}

export function releaseById(db: Db, id: string): Promise<Release | undefined> {
  return releases(db).where('release.id', '=', id).executeTakeFirst()
}

/** The release, locked until the transaction ends. Lock its listing first where both are needed. */
export function lockRelease(trx: Trx, id: string): Promise<Release | undefined> {
  return releases(trx).where('release.id', '=', id).forUpdate('release').executeTakeFirst()
}

const order: Order<'version' | 'state' | 'createdAt'> = {
  id: 'release.id',
  newestFirst: true,
  keys: { version: byVersion(), state: byText('release.state'), createdAt: 'id' },
}

/** Releases of a listing, newest first; `promotedOnly` for those who do not publish it. */
export function releasesOf(
  db: Db,
  filter: {
    listingId: string
    promotedOnly: boolean
    state?: ReleaseState | undefined
    version?: string | undefined
  },
  page: Page,
): Promise<Release[]> {
  let query = releases(db).where('release.listing_id', '=', filter.listingId)
  if (filter.promotedOnly) query = query.where('release.promoted_at', 'is not', null)
  if (filter.state !== undefined) query = query.where('release.state', '=', filter.state)
  if (filter.version !== undefined) query = query.where('release.version', 'like', beginning(filter.version))
  return sorted(query, page, order).execute()
}

/** Versions that are used up. */
export async function versionsOf(db: Db, listingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('release')
    .select('version')
    .where('listing_id', '=', listingId)
    .where('state', 'not in', [...freedStates])
    .execute()
  return rows.map((row) => row.version)
}

/** The release that was approved last: what later ones are compared with. */
export function lastApprovedRelease(db: Db, listingId: string): Promise<Release | undefined> {
  return releases(db)
    .where('release.listing_id', '=', listingId)
    .where('release.approved', '=', true)
    .orderBy('release.approved_at', 'desc')
    .orderBy('release.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The release that was the last approved one before this one: what this one is compared with, also after it was approved itself. */
export function approvedBefore(
  db: Db,
  release: Pick<Release, 'id' | 'listingId' | 'approvedAt'>,
): Promise<Release | undefined> {
  const query = releases(db)
    .where('release.listing_id', '=', release.listingId)
    .where('release.id', '!=', release.id)
    .where('release.approved', '=', true)
    .orderBy('release.approved_at', 'desc')
    .orderBy('release.id', 'desc')
    .limit(1)
  return (
    release.approvedAt === null ? query : query.where('release.approved_at', '<', release.approvedAt)
  ).executeTakeFirst()
}

/** The newest approved release that has run healthily: what making a listing public promotes when nothing is yet. */
export function newestApprovedRelease(db: Db, listingId: string): Promise<Release | undefined> {
  return releases(db)
    .where('release.listing_id', '=', listingId)
    .where('release.approved', '=', true)
    .where('release.state', 'in', [...ranStates])
    .orderBy('release.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Releases created after another one that were not turned down. */
export function releasesAfter(db: Db, listingId: string, id: string): Promise<Release[]> {
  return releases(db)
    .where('release.listing_id', '=', listingId)
    .where('release.id', '>', id)
    .where('release.state', 'in', [...soundStates])
    .orderBy('release.id')
    .execute()
}

/** The release created before another one that has run healthily: what it is compared with. */
export function releaseBefore(db: Db, listingId: string, id: string): Promise<Release | undefined> {
  return releases(db)
    .where('release.listing_id', '=', listingId)
    .where('release.id', '<', id)
    .where('release.state', 'in', [...ranStates])
    .orderBy('release.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Releases whose checks never ended, because a process died between creating and checking. */
export async function uncheckedReleases(db: Db, before: Date, limit = 20): Promise<string[]> {
  const rows = await db
    .selectFrom('release')
    .select('id')
    .where('state', '=', 'UPLOADED')
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export interface NewRelease {
  id: string
  listingId: string
  version: { text: string; major: number; minor: number; patch: number }
  manifestText: string
  imageDigest: string
  notes: string
  notesHtml: string
  notesRules: number
  createdBy: string | null
  now: Date
}

export async function insertRelease(trx: Trx, row: NewRelease): Promise<void> {
  await trx
    .insertInto('release')
    .values({
      id: row.id,
      listing_id: row.listingId,
      version: row.version.text,
      major: row.version.major,
      minor: row.version.minor,
      patch: row.version.patch,
      manifest: row.manifestText,
      manifest_text: row.manifestText,
      image_digest: row.imageDigest,
      notes: row.notes,
      notes_html: row.notesHtml,
      notes_rules: row.notesRules,
      state: 'UPLOADED',
      created_by: row.createdBy,
      created_at: row.now,
    })
    .execute()
}

export interface ReleaseChange {
  state?: ReleaseState
  approvedAt?: Date
  promotedAt?: Date
  liveAt?: Date
  rollbackAt?: Date
  rollbackState?: RollbackState | null
  rollbackFailure?: string | null
  failure?: string
  problems?: Finding[]
  warnings?: Finding[]
  conformance?: ConformanceRecord
}

/** Writes what changed; decide the state with `moveRelease` first. */
export async function updateRelease(trx: Trx, id: string, change: ReleaseChange): Promise<void> {
  await trx
    .updateTable('release')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.approvedAt === undefined ? {} : { approved: true, approved_at: change.approvedAt }),
      ...(change.promotedAt === undefined ? {} : { promoted_at: change.promotedAt }),
      ...(change.liveAt === undefined ? {} : { live_at: change.liveAt }),
      ...(change.rollbackAt === undefined ? {} : { rollback_at: change.rollbackAt }),
      ...(change.rollbackState === undefined ? {} : { rollback_state: change.rollbackState }),
      ...(change.rollbackFailure === undefined ? {} : { rollback_failure: change.rollbackFailure }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.problems === undefined ? {} : { problems: JSON.stringify(change.problems) }),
      ...(change.warnings === undefined ? {} : { warnings: JSON.stringify(change.warnings) }),
      ...(change.conformance === undefined ? {} : { conformance: JSON.stringify(change.conformance) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Forgets returns to other releases of the listing that have not taken effect. Answers these releases. */
export async function dropRollbacks(
  trx: Trx,
  listingId: string,
  others: { than: string; askedBefore?: Date },
): Promise<string[]> {
  let query = trx
    .updateTable('release')
    .set({ rollback_at: null, rollback_state: null, rollback_failure: null })
    .where('listing_id', '=', listingId)
    .where('id', '!=', others.than)
    .where('rollback_state', 'is not', null)
  if (others.askedBefore !== undefined) query = query.where('rollback_at', '<=', others.askedBefore)
  const rows = await query.returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Points the listing at its LIVE release, or at the promoted one that others follow. */
export async function setListingReleases(
  trx: Trx,
  listingId: string,
  change: { currentReleaseId?: string | null; promotedReleaseId?: string | null },
): Promise<void> {
  await trx
    .updateTable('listing')
    .set({
      ...(change.currentReleaseId === undefined ? {} : { current_release_id: change.currentReleaseId }),
      ...(change.promotedReleaseId === undefined ? {} : { promoted_release_id: change.promotedReleaseId }),
    })
    .where('id', '=', listingId)
    .execute()
}
