import { createHmac, timingSafeEqual } from 'node:crypto'
import { guarded } from '../lib/guarded.ts'
import type { Exchange } from './exchange.ts'
import type { GatewayParts } from './parts.ts'
import { databaseAway, unknownCaller } from './refusals.ts'

/** The policy system's signature of a body: hexadecimal HMAC-SHA256 with the secret that was registered. */
export function isSignedBy(secret: string, body: Buffer, signature: string | undefined): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** Where a signature was asked for at registration, a body without the right one is refused. */
export async function checkSignature(parts: GatewayParts, exchange: Exchange, body: Buffer): Promise<void> {
  const secret = await inTime(parts.signingSecret?.(exchange.route))
  if (secret === undefined) return
  if (!isSignedBy(secret, body, exchange.http.single('platform-signature'))) throw unknownCaller()
}

/** A database that does not answer must not hold the policy system's connection: it sends again what was refused with 503. */
const SECRET_MS = 3_000

async function inTime(secret: Promise<string | undefined> | undefined): Promise<string | undefined> {
  if (secret === undefined) return undefined
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    guarded(reject, () => reject(databaseAway())),
    SECRET_MS,
  )
  return Promise.race([secret, late]).finally(() => clearTimeout(timer))
}
