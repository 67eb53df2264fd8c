import type { Exchange } from '../exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { eventsCrowded } from '../refusals.ts'
import { checkAnnouncedSize, readBody } from './read-body.ts'
import { checkSignature } from './signature.ts'

/** Takes in what a policy system reports to the platform itself: answers 202 once it is on the disk. No application sees it. */
export async function acceptReport(parts: GatewayParts, exchange: Exchange, share: ByteShare): Promise<void> {
  const { http, route } = exchange
  checkAnnouncedSize(http, gatewayLimits.webhookBytes)
  const body = await readBody(http, { limit: gatewayLimits.webhookBytes, share, crowded: eventsCrowded })
  await checkSignature(parts, exchange, body)
  await parts.receiveReport(route, body)
  http.reply(202, `content-type: application/json\r\nx-request-id: ${exchange.requestId}\r\n`, '{}')
}
