import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Listing = Awaited<ReturnType<typeof api.getListing>>
export type Variant = Listing['variant']
export type Category = Listing['category']

export const categories: Category[] = [
  'claims',
  'communication',
  'data',
  'documents',
  'payments',
  'rating',
  'underwriting',
  'other',
]

export function catalogueQuery(filter: { q?: string; variant?: string; category?: string; publisher?: string }) {
  const query = asked<{ q: string; variant: Variant; category: Category; publisher: string }>(filter)
  return pagedQuery<Listing>(['listings', 'catalogue', query], (ask, signal) =>
    api.listListings({ query: { ...ask, ...query }, signal }),
  )
}

/** Listings of every organization, for moderators. */
export function allListingsQuery(filter: { q?: string | undefined; state?: string | undefined }) {
  const query = asked<{ q: string; state: NonNullable<Listing['state']> }>(filter)
  return pagedQuery<Listing>(['listings', 'all', query], (ask, signal) =>
    api.listListings({ query: { ...ask, ...query }, signal }),
  )
}

export function ownListingsQuery(org: string, filter: { q?: string | undefined; state?: string | undefined } = {}) {
  const query = asked<{ q: string; state: NonNullable<Listing['state']> }>(filter)
  return pagedQuery<Listing>(['listings', 'own', org, query], (ask, signal) =>
    api.listOrganizationListings({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export function listingQuery(id: string) {
  return queryOptions({
    queryKey: ['listing', id],
    queryFn: ({ signal }) => api.getListing({ params: { id }, signal }),
  })
}

export type Installs = Awaited<ReturnType<typeof api.getInstalls>>

export function installsQuery(id: string) {
  return queryOptions({
    queryKey: ['installs', id],
    queryFn: ({ signal }) => api.getInstalls({ params: { id }, signal }),
  })
}
