import { RefusedError } from '@mkt/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { asked, pagedQuery } from './paged.ts'

export type Delivery = Awaited<ReturnType<typeof api.getDelivery>>
export type Call = Awaited<ReturnType<typeof api.listCalls>>['items'][number]

type DeliveryFilter = { state: Delivery['state']; type: string }

export function deliveriesQuery(id: string, filter: { state?: string | undefined; type?: string | undefined }) {
  const query = asked<DeliveryFilter>(filter)
  return pagedQuery<Delivery>(['deliveries', id, query], (ask, signal) =>
    api.listDeliveries({ params: { id }, query: { ...ask, ...query }, signal }),
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

/** Laid out when it is JSON, else as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The payload as text. The bytes themselves are not changed anywhere. */
export function payloadQuery(id: string) {
  return queryOptions({
    queryKey: ['payload', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer: unknown = await api.getDeliveryPayload({ params: { id }, signal })
      if (!(answer instanceof Uint8Array)) return JSON.stringify(answer, null, 2)
      return laidOut(new TextDecoder().decode(answer))
    },
  })
}

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
        return { request: laidOut(request), answer: laidOut(answer), cut }
      } catch (failure) {
        if (failure instanceof RefusedError && failure.code === 'payload_gone') return null
        throw failure
      }
    },
  })
}

export function callsQuery(id: string, kind: string | undefined) {
  const query = asked<{ kind: Call['kind'] }>({ kind })
  return pagedQuery<Call>(['calls', id, query], (ask, signal) =>
    api.listCalls({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export function listingDeliveriesQuery(id: string, state?: string) {
  const query = asked<{ state: Delivery['state'] }>({ state })
  return pagedQuery(['deliveries', 'listing', id, query], (ask, signal) =>
    api.listListingDeliveries({ params: { id }, query: { ...ask, ...query }, signal }),
  )
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
