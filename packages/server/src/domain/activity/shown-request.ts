import { appHeaders } from '@mkt/contract/app'
import { deliveryHeaders } from '../delivery/delivery-headers.ts'
import type { Forwarding } from '../delivery/forwarding.ts'

export const MASKED = '[masked]'

export interface ShownHeader {
  name: string
  value: string
}

/** Facts about the installation and its tenant. */
interface Receiver {
  routeId: string
  tenant: string
}

/** Names and values in turn as pairs, the same header once. */
function pairs(list: readonly string[]): ShownHeader[] {
  const shown: ShownHeader[] = []
  for (let at = 0; at + 1 < list.length; at += 2) shown.push({ name: list[at] ?? '', value: list[at + 1] ?? '' })
  return shown
}

/** The headers of the last attempt of a delivery, or of the first one that is still to come. */
export function deliveryRequestHeaders(
  receiver: Receiver,
  event: {
    id: string
    attempts: number
    contentType: string | null
    traceparent: string | null
    forwarding: Forwarding | null
    gatewayUrl: string
    own: string
    at: Date
  },
): ShownHeader[] {
  const { id, attempts, at, traceparent, ...rest } = event
  return pairs(
    deliveryHeaders({
      ...receiver,
      ...rest,
      eventId: id,
      attempt: Math.max(1, attempts),
      key: MASKED,
      traceparent: traceparent ?? '',
      now: at,
    }),
  ).filter(({ value }) => value !== '')
}

/** The headers that the platform added to a call. Those of the caller are passed on and not kept. */
export function callRequestHeaders({ routeId, tenant }: Receiver, requestId: string): ShownHeader[] {
  return pairs(['x-MKT-key', MASKED, 'x-MKT-route', routeId, 'x-MKT-tenant', tenant, appHeaders.requestId, requestId])
}

/** The header that the relay replaced. The application's own are passed on and not kept. */
export function tenantRequestHeaders(): ShownHeader[] {
  return [{ name: 'authorization', value: `Bearer ${MASKED}` }]
}
