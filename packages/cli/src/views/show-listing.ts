import type { Result } from '../context.ts'
import type { Listing } from '../services/listing/listings.ts'
import { facts, table } from './table.ts'

export function showListing(listing: Listing): Result {
  const text = facts([
    ['name', listing.name],
    ['title', listing.title],
    ['state', listing.state ?? 'not published'],
    ['variant', listing.variant],
    ['summary', listing.summary],
    ['installations', listing.installations],
    ['suspended', listing.suspendedReason],
    ['push to', listing.pushAddress],
    ['id', listing.id],
  ])
  return { data: listing, text }
}

export function showListings(page: { items: Listing[]; next: string | null }): Result {
  const rows = page.items.map(({ name, title, variant, state, id }) => [
    name,
    title,
    variant,
    state ?? 'not published',
    id,
  ])
  const empty = 'There are no listings yet: "mkt listings create <app>".'
  return { data: page, text: table(['name', 'title', 'variant', 'state', 'id'], rows, empty) }
}
