import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, cut to 20 bytes: 160 bits are out of reach for guessing and keep signed texts short. */
export function sign(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 20).toString('base64url')
}

/** Whether a signature is right, in a time that does not tell how much of it is. */
export function isSignedBy(secret: Uint8Array, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
