import { sql } from 'kysely'
import type { ListingState } from '../../domain/listing/listing.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { containing, sorted } from '../database/sorted.ts'
import { type Listing, listingOrder, listings } from './listings.ts'
import type { PictureFacts } from './pictures.ts'

/** A listing with what is shown beside it in a list. */
export interface ShownListing extends Listing {
  pictures: PictureFacts[]
  installations: number
}

/** What is shown beside a listing, read in the statement that finds it: a list is one turn of the database. */
export const shownBeside = [
  sql<PictureFacts[]>`coalesce((
    select json_agg(json_build_object('id', id, 'listingId', listing_id, 'kind', kind, 'width', width, 'height', height, 'shown', shown) order by id)
    from picture where listing_id = listing.id and shown), '[]')`.as('pictures'),
  sql<number>`(select count(*) from installation where listing_id = listing.id and state <> 'UNINSTALLED')`.as(
    'installations',
  ),
] as const

export function listingsOf(
  db: Db,
  filter: { organizationId: string; q?: string | undefined; state?: ListingState | undefined },
  page: Page,
): Promise<ShownListing[]> {
  let query = listings(db).where('listing.organization_id', '=', filter.organizationId)
  const { q, state } = filter
  if (state !== undefined) query = query.where('listing.state', '=', state)
  if (q !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('listing.title', 'ilike', containing(q)), eb('listing.name', 'ilike', containing(q))]),
    )
  }
  return sorted(query.select(shownBeside), page, listingOrder).execute()
}
