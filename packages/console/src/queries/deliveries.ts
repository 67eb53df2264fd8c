import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type Delivery = Awaited<ReturnType<typeof api.getDelivery>>
export type Call = Awaited<ReturnType<typeof api.listCalls>>['items'][number]

export function deliveriesQuery(id: string, filter: { state?: string; type?: string }) {
  const asked = {
    ...(filter.state ? { state: filter.state as Delivery['state'] } : {}),
    ...(filter.type ? { type: filter.type } : {}),
  }
  return pagedQuery<Delivery>(['deliveries', id, asked], (ask, signal) =>
    api.listDeliveries({ params: { id }, query: { ...ask, ...asked }, signal }),
  )
}

export function deliverySummaryQuery(id: string) {
  return queryOptions({
    queryKey: ['deliveries', id, 'summary'],
    queryFn: ({ signal }) => api.getDeliverySummary({ params: { id }, signal }),
  })
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => api.getDelivery({ params: { id }, signal }),
  })
}

/** The payload as text, laid out when it is JSON. The bytes themselves are not changed anywhere. */
export function payloadQuery(id: string) {
  return queryOptions({
    queryKey: ['payload', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer: unknown = await api.getDeliveryPayload({ params: { id }, signal })
      if (!(answer instanceof Uint8Array)) return JSON.stringify(answer, null, 2)
      const text = new TextDecoder().decode(answer)
      try {
        return JSON.stringify(JSON.parse(text), null, 2)
      } catch {
        return text
      }
    },
  })
}

export function callsQuery(id: string, kind: string | undefined) {
  return pagedQuery<Call>(['calls', id, kind ?? ''], (ask, signal) =>
    api.listCalls({ params: { id }, query: { ...ask, ...(kind ? { kind: kind as Call['kind'] } : {}) }, signal }),
  )
}

export function listingDeliveriesQuery(id: string) {
  return pagedQuery(['deliveries', 'listing', id], (ask, signal) =>
    api.listListingDeliveries({ params: { id }, query: ask, signal }),
  )
}

export function listingCallsQuery(id: string) {
  return pagedQuery(['calls', 'listing', id], (ask, signal) =>
    api.listListingCalls({ params: { id }, query: ask, signal }),
  )
}
