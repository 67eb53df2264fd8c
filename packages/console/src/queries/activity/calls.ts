import { RefusedError } from '@mkt/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { layOutJson } from '../../lib/lay-out-json.ts'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Call = Awaited<ReturnType<typeof api.listCalls>>['items'][number]

export type TestCallAnswer = Awaited<ReturnType<typeof api.sendTestCall>>

export function callQuery(id: string) {
  return queryOptions({
    queryKey: ['calls', 'one', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.getCall({ params: { id }, signal }),
  })
}

/** What a call carried; null where nothing was recorded, which is no failure of the page. */
export function callPayloadQuery(id: string) {
  return queryOptions({
    queryKey: ['payload', 'call', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      try {
        const { request, answer, cut } = await api.getCallPayload({ params: { id }, signal })
        return { request: layOutJson(request), answer: layOutJson(answer), cut }
      } catch (failure) {
        if (failure instanceof RefusedError && failure.code === 'payload_gone') return null
        throw failure
      }
    },
  })
}

/** The newest call that a policy system made, of one kind or of any; what somebody tried does not count. */
export function lastCallQuery(id: string, kind?: Call['kind']) {
  return queryOptions({
    queryKey: ['calls', 'last', id, kind],
    queryFn: async ({ signal }) => {
      const query = { test: 'false', limit: 1, ...(kind ? { kind } : {}) } as const
      return (await api.listCalls({ params: { id }, query, signal })).items[0] ?? null
    },
  })
}

export function listingCallsQuery(id: string, kind?: string) {
  const query = asked<{ kind: Call['kind'] }>({ kind })
  return pagedQuery(['calls', 'listing', id, query], (ask, signal) =>
    api.listListingCalls({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

/** Sums of the last day: of one installation, or of an app over all its customers. */
export function callFiguresQuery(of: 'installation' | 'listing', id: string) {
  const ask = of === 'installation' ? api.getCallFigures : api.getListingCallFigures
  return queryOptions({
    queryKey: ['calls', 'figures', of, id],
    queryFn: ({ signal }) => ask({ params: { id }, query: { hours: 24 }, signal }),
  })
}

/** Tries an installation with one call, as its policy system would make it. */
export const useSendTestCall = (installationId: string) =>
  useChange({
    send: (body: { path: string; request?: Record<string, unknown> }) =>
      api.sendTestCall({ params: { id: installationId }, body }),
    after: (client) => invalidate(client, 'calls', 'activity'),
  })
