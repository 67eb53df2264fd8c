import { shownStates } from '@mkt/contract/states'
import type { Variant } from '@mkt/manifest'
import { sql } from 'kysely'
import type { ListingState } from '../../domain/listing/listing.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { sorted } from '../database/sorted.ts'
import { listingOrder, listings } from './listings.ts'
import { type ShownListing, shownBeside } from './shown-listings.ts'

export interface CatalogueFilter {
  /** Organizations whose unpublished and draft listings are visible too; null for all of them. */
  organizationIds: readonly string[] | null
  name?: string | undefined
  q?: string | undefined
  publisher?: string | undefined
  variant?: Variant | undefined
  category?: string | undefined
  state?: ListingState | undefined
}

/** The words of a search as a prefix query, so that results appear while somebody types. */
function searchQuery(q: string): string {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 10)
    .map((word) => `${word}:*`)
    .join(' & ')
}

/**
 * The catalogue: public listings, and those of the caller's organizations. With words it is ranked and paged by
 * rank and id, without by id; a wish for another order wins over both.
 */
export async function searchListings(
  db: Db,
  filter: CatalogueFilter,
  page: Page,
): Promise<(ShownListing & { cursor: string })[]> {
  let query = listings(db)
  const own = filter.organizationIds
  if (own !== null) {
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('listing.state', 'in', [...shownStates]), eb('organization.disabled_at', 'is', null)]),
        ...(own.length === 0 ? [] : [eb('listing.organization_id', 'in', [...own])]),
      ]),
    )
  }
  // An empty name asks for nothing, like empty words to look for.
  if (filter.name) query = query.where('listing.name', '=', filter.name)
  if (filter.publisher) query = query.where('organization.name', '=', filter.publisher)
  if (filter.variant !== undefined) query = query.where('listing.variant', '=', filter.variant)
  if (filter.category !== undefined) query = query.where('listing.category', '=', filter.category)
  if (filter.state !== undefined) query = query.where('listing.state', '=', filter.state)
  // An empty search box filters nothing; one with signs alone finds nothing.
  const asked = filter.q?.trim() ?? ''
  const words = searchQuery(asked)
  if (asked !== '' && words === '') return []
  // Rank as a whole number, inverted and padded, makes one text key that sorts best match first and is a cursor by itself.
  const rank =
    words === ''
      ? sql<number>`0`
      : sql<number>`1000000 - (ts_rank(listing.search, to_tsquery('simple', ${words}) || to_tsquery('english', ${words})) * 1000000)::int`
  const key = sql<string>`lpad((${rank})::text, 8, '0') || ':' || listing.id`
  if (words !== '')
    query = query.where(
      sql<boolean>`listing.search @@ (to_tsquery('simple', ${words}) || to_tsquery('english', ${words}))`,
    )
  if (page.sort !== undefined)
    return sorted(query.select(['listing.id as cursor', ...shownBeside]), page, listingOrder).execute()
  let ranked = query.select([key.as('cursor'), ...shownBeside])
  if (page.after !== null) ranked = ranked.where(key, '>', page.after)
  return ranked
    .orderBy(key)
    .limit(page.limit + 1)
    .execute()
}

const WORDS = 5_000

/** The words that listings of the catalogue are found by, most common first. */
export async function catalogueWords(db: Db): Promise<string[]> {
  const shown = shownStates.map((state) => `'${state}'`).join(', ')
  const { rows } = await sql<{ word: string }>`
    select word from ts_stat(${`select search from listing where state in (${shown})`})
    where length(word) between 3 and 30 order by ndoc desc, word limit ${WORDS}`.execute(db)
  return rows.map(({ word }) => word)
}
