import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from './paged.ts'
import { request } from './request.ts'
import type { Page, Review } from './shapes.ts'

export type { Review }

export function reviewsQuery(filter: { state?: string; listingId?: string }) {
  return pagedQuery<Review>(['reviews', filter], (ask, signal) => {
    const query = new URLSearchParams({ ...filter, ...ask } as never)
    return request<Page<Review>>('GET', `/reviews?${query}`, { signal })
  })
}

export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['review', id],
    queryFn: ({ signal }) => request<Review>('GET', `/reviews/${id}`, { signal }),
  })
}

export const askReview = (listingId: string) => request<Review>('POST', `/listings/${listingId}/reviews`, { body: {} })
export const withdrawReview = (id: string) => request('POST', `/reviews/${id}/withdraw`)
export const approveReview = (id: string, reason: string) =>
  request('POST', `/reviews/${id}/approve`, { body: reason ? { reason } : {} })
export const requestChanges = (id: string, reason: string) =>
  request('POST', `/reviews/${id}/request-changes`, { body: { reason } })
