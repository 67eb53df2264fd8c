import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type Review = Awaited<ReturnType<typeof api.listReviews>>['items'][number]
export type Dossier = Awaited<ReturnType<typeof api.getReview>>
type State = Review['state']

export function reviewsQuery(filter: { state?: string; listingId?: string }) {
  const asked = {
    ...(filter.state ? { state: filter.state as State } : {}),
    ...(filter.listingId ? { listingId: filter.listingId } : {}),
  }
  return pagedQuery<Review>(['reviews', asked], (ask, signal) =>
    api.listReviews({ query: { ...ask, ...asked }, signal }),
  )
}

export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['review', id],
    queryFn: ({ signal }) => api.getReview({ params: { id }, signal }),
  })
}
