import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../parts.ts'
import { unknownCaller } from '../refusals.ts'

/** The policy system's signature of a body: hexadecimal HMAC-SHA256 with the secret that was registered. */
export function isSignedBy(secret: string, body: Buffer, signature: string | undefined): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** Where a signature was asked for at registration, a body without the right one is refused. */
export async function checkSignature(parts: GatewayParts, exchange: Exchange, body: Buffer): Promise<void> {
  const secret = await parts.signingSecret?.(exchange.route)
  if (secret === undefined) return
  if (!isSignedBy(secret, body, exchange.http.single('platform-signature'))) throw unknownCaller()
}
