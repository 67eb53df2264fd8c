import { acceptSpan } from '../../domain/platform/spans.ts'
import { type Exchange, forwardingOf } from '../exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { eventsCrowded } from '../refusals.ts'
import { checkAnnouncedSize, readBody } from './read-body.ts'
import { checkSignature } from './signature.ts'

/** Takes in a webhook POST: answers 202 with the event's id, once the event is on the disk and not before. */
export async function acceptWebhook(parts: GatewayParts, exchange: Exchange, share: ByteShare): Promise<void> {
  const { http, route, path, query } = exchange
  checkAnnouncedSize(http, gatewayLimits.webhookBytes)
  const body = await readBody(http, { limit: gatewayLimits.webhookBytes, share, crowded: eventsCrowded })
  await checkSignature(parts, exchange, body)
  const contentType = http.header('content-type')
  const { eventId, isNew, locators } = await parts.intake.receive(route, {
    path,
    query,
    body,
    contentType,
    traceparent: exchange.trace.traceparent,
    forwarding: forwardingOf(exchange),
  })
  parts.spans?.add(
    acceptSpan(exchange.trace, {
      installationId: route.installationId,
      listingId: route.listingId,
      eventId,
      requestId: exchange.requestId,
      at: parts.clock.now(),
      durationMs: performance.now() - exchange.startedAt,
    }),
  )
  const lines = `content-type: application/json\r\nx-request-id: ${exchange.requestId}\r\n`
  http.reply(202, lines, JSON.stringify({ eventId }))
  // A repeat carries a body that is not kept, and locators that were erased must not come back with it.
  if (!isNew) return
  const { organizationId, installationId, variant } = route
  parts.locators?.note({ entryId: eventId, organizationId, installationId, variant, of: { found: locators } })
}
