import type { Variant } from '@mkt/manifest'
import type { ReviewState } from '../../domain/moderation/review.ts'
import type { Words } from '../../domain/moderation/words.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'

export interface Review {
  id: string
  state: ReviewState
  listingId: string
  listingName: string
  listingTitle: string
  variant: Variant
  organizationId: string
  organizationName: string
  releaseId: string
  version: string
  /** What would change in the listing; null for the review of a release. */
  words: Words | null
  reason: string | null
  openedBy: string
  decidedBy: string | null
  createdAt: Date
  decidedAt: Date | null
}

function reviews(db: Db) {
  return db
    .selectFrom('review')
    .innerJoin('listing', 'listing.id', 'review.listing_id')
    .innerJoin('organization', 'organization.id', 'listing.organization_id')
    .innerJoin('release', 'release.id', 'review.release_id')
    .select([
      'review.id as id',
      'review.state as state',
      'review.listing_id as listingId',
      'listing.name as listingName',
      'listing.title as listingTitle',
      'listing.variant as variant',
      'listing.organization_id as organizationId',
      'organization.name as organizationName',
      'review.release_id as releaseId',
      'release.version as version',
      'review.words as words',
      'review.reason as reason',
      'review.opened_by as openedBy',
      'review.decided_by as decidedBy',
      'review.created_at as createdAt',
      'review.decided_at as decidedAt',
    ])
}

export function reviewById(db: Db, id: string): Promise<Review | undefined> {
  return reviews(db).where('review.id', '=', id).executeTakeFirst()
}

export function lockReview(db: Db, id: string): Promise<Review | undefined> {
  return reviews(db).where('review.id', '=', id).forUpdate('review').executeTakeFirst()
}

const order: Order<'createdAt' | 'decidedAt' | 'listing' | 'organization' | 'state'> = {
  id: 'review.id',
  newestFirst: false,
  keys: {
    createdAt: 'id',
    decidedAt: byTime('review.decided_at'),
    listing: byText('listing.title'),
    organization: byText('organization.name'),
    state: byText('review.state'),
  },
}

/** Reviews, all of them or those of some organizations. */
export function listReviews(
  db: Db,
  filter: {
    organizationIds: readonly string[] | null
    state?: ReviewState | undefined
    listingId?: string | undefined
    /** Words of the app, or of its organization. */
    q?: string | undefined
  },
  page: Page,
): Promise<Review[]> {
  let query = reviews(db)
  if (filter.organizationIds !== null) {
    query = query.where(
      'listing.organization_id',
      'in',
      filter.organizationIds.length === 0 ? [''] : [...filter.organizationIds],
    )
  }
  if (filter.state !== undefined) query = query.where('review.state', '=', filter.state)
  if (filter.listingId !== undefined) query = query.where('review.listing_id', '=', filter.listingId)
  if (filter.q !== undefined) {
    const found = containing(filter.q)
    query = query.where((eb) => eb.or([eb('listing.title', 'ilike', found), eb('listing.name', 'ilike', found)]))
  }
  return sorted(query, page, order).execute()
}

/** Opens a review; false when one is open for the listing. */
export async function insertReview(
  db: Db,
  row: { id: string; listingId: string; releaseId: string; openedBy: string; words?: Words; now: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('review')
    .values({
      id: row.id,
      listing_id: row.listingId,
      release_id: row.releaseId,
      state: 'OPEN',
      opened_by: row.openedBy,
      words: row.words === undefined ? null : JSON.stringify(row.words),
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The open review of changed words of a listing. */
export function openWordsReview(db: Db, listingId: string): Promise<Review | undefined> {
  return reviews(db)
    .where('review.listing_id', '=', listingId)
    .where('review.state', '=', 'OPEN')
    .where('review.words', 'is not', null)
    .executeTakeFirst()
}

export async function setReviewWords(db: Db, id: string, words: Words): Promise<void> {
  await db
    .updateTable('review')
    .set({ words: JSON.stringify(words) })
    .where('id', '=', id)
    .execute()
}

export async function decideReview(
  db: Db,
  id: string,
  change: { state: ReviewState; reason: string | null; decidedBy: string; now: Date },
): Promise<void> {
  await db
    .updateTable('review')
    .set({ state: change.state, reason: change.reason, decided_by: change.decidedBy, decided_at: change.now })
    .where('id', '=', id)
    .execute()
}

/** Withdraws what is still open for a listing; returns which. */
export async function withdrawOpenReviews(
  db: Db,
  listingId: string,
  decision: { decidedBy: string; now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('review')
    .set({ state: 'WITHDRAWN', decided_by: decision.decidedBy, decided_at: decision.now })
    .where('listing_id', '=', listingId)
    .where('state', '=', 'OPEN')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface ReviewMessage {
  id: string
  author: string
  moderator: boolean
  text: string
  at: Date
}

export async function insertReviewMessage(db: Db, reviewId: string, row: ReviewMessage): Promise<void> {
  await db
    .insertInto('review_message')
    .values({ ...row, review_id: reviewId })
    .execute()
}

const messageOrder: Order<'at' | 'author'> = {
  id: 'id',
  newestFirst: false,
  keys: { at: 'id', author: byText('author') },
}

/** One page of the conversation, oldest first unless asked otherwise. */
export function listReviewMessages(
  db: Db,
  reviewId: string,
  { q, moderator }: { q?: string | undefined; moderator?: boolean | undefined },
  page: Page,
): Promise<ReviewMessage[]> {
  let query = db
    .selectFrom('review_message')
    .select(['id', 'author', 'moderator', 'text', 'at'])
    .where('review_id', '=', reviewId)
  if (moderator !== undefined) query = query.where('moderator', '=', moderator)
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) => eb.or([eb('text', 'ilike', found), eb('author', 'ilike', found)]))
  }
  return sorted(query, page, messageOrder).execute()
}

export function reviewMessages(db: Db, reviewId: string): Promise<ReviewMessage[]> {
  return db
    .selectFrom('review_message')
    .select(['id', 'author', 'moderator', 'text', 'at'])
    .where('review_id', '=', reviewId)
    .orderBy('id')
    .execute()
}
