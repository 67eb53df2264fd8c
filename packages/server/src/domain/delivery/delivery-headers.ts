import { appHeaders } from '@mkt/contract/app'
import { withPrefix } from '../../lib/ids.ts'
import { type Forwarding, forwardingHeaders } from './forwarding.ts'

/** What a delivery tells the application about itself. */
export interface DeliveryHead {
  eventId: string
  /** The number of this attempt, from 1. */
  attempt: number
  contentType: string | null
  /** Who sent the event; the platform itself for events of an older platform, which do not know. */
  forwarding: Forwarding | null
  /** `x-MKT-key`: what the application reads its state with. */
  key: string
  routeId: string
  tenant: string
  traceparent: string
  gatewayUrl: string
  /** The platform's own address. */
  own: string
  now: Date
}

/** The headers of one attempt, names and values in turn. A receiver recognizes a repeat by the webhook id, which stays the same. */
export function deliveryHeaders(head: DeliveryHead): string[] {
  const requestId = `${withPrefix('dlv', head.eventId)}-${head.attempt}`
  const forwarding = head.forwarding ?? gatewayOf(head)
  return [
    ...(head.contentType === null ? [] : ['content-type', head.contentType]),
    ...['x-MKT-key', head.key, 'x-MKT-route', head.routeId, 'x-MKT-tenant', head.tenant],
    ...[appHeaders.requestId, requestId, appHeaders.traceparent, head.traceparent],
    ...(forwarding === null ? [] : forwardingHeaders(forwarding)),
    ...[appHeaders.webhookId, head.eventId],
    ...[appHeaders.webhookTimestamp, String(Math.floor(head.now.getTime() / 1000))],
    ...['x-MKT-attempt', String(head.attempt)],
  ]
}

function gatewayOf({ gatewayUrl, own }: DeliveryHead): Forwarding | null {
  const parsed = URL.parse(gatewayUrl)
  return parsed === null ? null : { for: own, host: parsed.host, proto: parsed.protocol.slice(0, -1) }
}
