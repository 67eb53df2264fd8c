import { type Exchange, forwardingOf } from './exchange.ts'
import { type GatewayParts, gatewayLimits } from './parts.ts'
import { checkAnnouncedSize, readBody } from './read-body.ts'
import { checkSignature } from './signature.ts'

/** Takes in a webhook POST: answers 202 with the event's id, once the event is on the disk and not before. */
export async function acceptWebhook(parts: GatewayParts, exchange: Exchange): Promise<void> {
  const { request, response, route, path, query } = exchange
  checkAnnouncedSize(request, gatewayLimits.webhookBytes)
  const body = await readBody(request, gatewayLimits.webhookBytes)
  await checkSignature(parts, exchange, body)
  const contentType = request.headers['content-type']
  const eventId = await parts.intake.receive(route, {
    path,
    query,
    body,
    contentType,
    traceparent: exchange.trace.traceparent,
    forwarding: forwardingOf(exchange),
  })
  const answer = JSON.stringify({ eventId })
  response.writeHead(202, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
    'x-request-id': exchange.requestId,
  })
  response.end(answer)
}
