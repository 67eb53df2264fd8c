import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

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

export function catalogueQuery(filter: { q?: string; variant?: string; category?: string }) {
  const asked = {
    ...(filter.q ? { q: filter.q } : {}),
    ...(filter.variant ? { variant: filter.variant as Variant } : {}),
    ...(filter.category ? { category: filter.category as Category } : {}),
  }
  return pagedQuery<Listing>(['listings', 'catalogue', asked], (ask, signal) =>
    api.listListings({ query: { ...ask, ...asked }, signal }),
  )
}

export function ownListingsQuery(org: string) {
  return pagedQuery<Listing>(['listings', 'own', org], (ask, signal) =>
    api.listOrganizationListings({ params: { org }, query: ask, signal }),
  )
}

export function listingQuery(id: string) {
  return queryOptions({
    queryKey: ['listing', id],
    queryFn: ({ signal }) => api.getListing({ params: { id }, signal }),
  })
}

export function draftManifestQuery(id: string) {
  return queryOptions({
    queryKey: ['draft-manifest', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.getDraftManifest({ params: { id }, signal }),
  })
}

export function variablesQuery(id: string) {
  return queryOptions({
    queryKey: ['variables', id],
    queryFn: ({ signal }) => api.listVariables({ params: { id }, signal }),
  })
}
