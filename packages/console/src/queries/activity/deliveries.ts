import { queryOptions } from '@tanstack/react-query'
import { layOutJson } from '../../lib/lay-out-json.ts'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Delivery = Awaited<ReturnType<typeof api.getDelivery>>

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

/** The payload as text. The bytes themselves are not changed anywhere. */
export function payloadQuery(id: string) {
  return queryOptions({
    queryKey: ['payload', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer: unknown = await api.getDeliveryPayload({ params: { id }, signal })
      if (!(answer instanceof Uint8Array)) return JSON.stringify(answer, null, 2)
      return layOutJson(new TextDecoder().decode(answer))
    },
  })
}

export function listingDeliveriesQuery(id: string, state?: string) {
  const query = asked<{ state: Delivery['state'] }>({ state })
  return pagedQuery(['deliveries', 'listing', id, query], (ask, signal) =>
    api.listListingDeliveries({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export const useReplayDelivery = (id: string) =>
  useChange({
    send: () => api.replayDelivery({ params: { id } }),
    after: (client) => invalidate(client, 'delivery', 'deliveries', 'activity'),
  })

/** Sends every dead letter of an installation again. */
export const useReplayDead = (installationId: string) =>
  useChange({
    send: () => api.replayDeliveries({ params: { id: installationId }, body: { state: 'DEAD' } }),
    after: (client) => invalidate(client, 'deliveries', 'activity'),
  })

export const useResumeDeliveries = (installationId: string) =>
  useChange({
    send: () => api.resumeDeliveries({ params: { id: installationId } }),
    after: (client) => invalidate(client, 'deliveries', 'paused-routes'),
  })

/** Sends an event to an installation as its policy system would. */
export const useSendTestEvent = (installationId: string) =>
  useChange({
    send: (body: { type: string; policyLocator?: string }) =>
      api.sendTestEvent({ params: { id: installationId }, body }),
    after: (client) => invalidate(client, 'deliveries', 'activity'),
  })
