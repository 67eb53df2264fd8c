import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'
import { invalidateTopic } from '../client/live.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Review = Awaited<ReturnType<typeof api.listReviews>>['items'][number]
export type Dossier = Awaited<ReturnType<typeof api.getReview>>
type State = Review['state']

interface ReviewFilter {
  q?: string | undefined
  state?: string | undefined
  listingId?: string | undefined
}

export function reviewsQuery(filter: ReviewFilter) {
  const query = asked<{ q: string; state: State; listingId: string }>({ ...filter })
  return pagedQuery<Review>(['reviews', query], (ask, signal) =>
    api.listReviews({ query: { ...ask, ...query }, signal }),
  )
}

/** What was said about a review. */
export function messagesQuery(id: string, q: string | undefined) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['review', id, 'messages', query], (ask, signal) =>
    api.listReviewMessages({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['review', id],
    queryFn: ({ signal }) => api.getReview({ params: { id }, signal }),
  })
}

export const useAddReviewMessage = (id: string) =>
  useChange({
    send: (text: string) => api.addReviewMessage({ params: { id }, body: { text } }),
    after: (client) => client.invalidateQueries(reviewQuery(id)),
  })

/** The moderator's answer, with a reason. What changed since it was read is not approved. */
export const useDecideReview = ({ id, revision }: Pick<Review, 'id' | 'revision'>) =>
  useChange({
    send: ({ approve, reason }: { approve: boolean; reason: string }): Promise<Review> =>
      approve
        ? api.approveReview({ params: { id }, body: { reason }, headers: { 'if-match': `"${revision}"` } })
        : api.requestChanges({ params: { id }, body: { reason } }),
    after: (client, decided) => {
      client.setQueryData(reviewQuery(id).queryKey, (read) => read && { ...read, ...decided })
      invalidateTopic(client, 'review')
      invalidateTopic(client, 'listing')
    },
  })
