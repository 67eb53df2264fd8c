import { RefusedError } from '@mkt/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { invalidateTopic } from '../client/live.ts'

/** The latest promotion of a release in waves; null where there was none, which is no failure of the page. */
export function promotionQuery(releaseId: string) {
  return queryOptions({
    queryKey: ['release', releaseId, 'promotion'],
    queryFn: async ({ signal }) => {
      try {
        return await api.getPromotion({ params: { id: releaseId }, signal })
      } catch (failure) {
        if (failure instanceof RefusedError && failure.status === 404) return null
        throw failure
      }
    },
    // Requests are counted by the minute, and nobody is told of each.
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? 10_000 : false),
  })
}

export const useStopPromotion = (id: string) =>
  useChange({
    send: () => api.stopPromotion({ params: { id } }),
    after: (client) => invalidate(client, 'release', 'releases'),
  })

type WavePlan = NonNullable<Parameters<typeof api.promoteRelease>[0]['body']>

export const useBeginPromotion = (id: string) =>
  useChange({
    send: (plan: WavePlan) => api.promoteRelease({ params: { id }, body: plan }),
    after: (client) => invalidateTopic(client, 'release'),
  })
