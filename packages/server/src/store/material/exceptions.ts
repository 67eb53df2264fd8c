import type { Exception, ExceptionState } from '../../domain/material/finding.ts'
import type { Db } from '../database/database.ts'

export interface StoredException extends Exception {
  listingId: string
  createdAt: Date
}

function exceptions(db: Db) {
  return db
    .selectFrom('finding_exception')
    .select([
      'id',
      'listing_id as listingId',
      'advisory',
      'package',
      'status',
      'reason',
      'author',
      'until',
      'created_at as createdAt',
    ])
    .where('ended_at', 'is', null)
}

/** What was said about advisories in an app, oldest first; what was taken back is left out. */
export function exceptionsOf(db: Db, listingId: string): Promise<StoredException[]> {
  return exceptions(db).where('listing_id', '=', listingId).orderBy('id').execute()
}

export function exceptionById(db: Db, id: string): Promise<StoredException | undefined> {
  return exceptions(db).where('id', '=', id).executeTakeFirst()
}

export async function insertException(
  db: Db,
  row: {
    id: string
    listingId: string
    advisory: string
    package: string | null
    status: ExceptionState
    reason: string
    author: string
    until: Date
    now: Date
  },
): Promise<void> {
  const { listingId, now, ...rest } = row
  await db
    .insertInto('finding_exception')
    .values({ ...rest, listing_id: listingId, created_at: now })
    .execute()
}

export async function endException(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('finding_exception').set({ ended_at: now }).where('id', '=', id).execute()
}
