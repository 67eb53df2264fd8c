import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'
import { invalidateTopic } from '../client/live.ts'

/** A move of a listing, after which everything about it is read again. */
function useMove<Input = void>(send: (input: Input) => Promise<unknown>) {
  return useChange({ send, after: (client) => invalidateTopic(client, 'listing') })
}

export const usePublishListing = (id: string) => useMove(() => api.publishListing({ params: { id } }))
export const useOpenReview = (id: string) => useMove(() => api.openReview({ params: { id } }))
export const useWithdrawReview = () => useMove((reviewId: string) => api.withdrawReview({ params: { id: reviewId } }))
export const useMakeListingPublic = (id: string) => useMove(() => api.makeListingPublic({ params: { id } }))
export const useWithdrawListing = (id: string) => useMove(() => api.withdrawListing({ params: { id } }))
export const useDeleteListing = (id: string) => useMove(() => api.deleteListing({ params: { id } }))
export const useRetireListing = (id: string) => useMove(() => api.retireListing({ params: { id } }))
export const useReinstateListing = (id: string) => useMove(() => api.reinstateListing({ params: { id } }))
export const useSuspendListing = (id: string) =>
  useMove((body: { reason: string; stopInstallations: boolean }) => api.suspendListing({ params: { id }, body }))
