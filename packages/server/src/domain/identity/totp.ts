import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords as every authenticator app knows them: SHA-1, 6 digits, 30 seconds (RFC 6238). */
const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones differ a little: the steps beside the present one count too. */
const TOLERANCE = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

/** The time step a code belongs to, if it is one that was not used before: no code works twice, nor one older than the last. */
export function acceptedStep(secret: Uint8Array, code: string, lastStep: number, now: Date): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  const present = stepAt(now)
  let accepted: number | undefined
  // Every candidate is compared, so that the time it takes says nothing.
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step += 1) {
    const expected = Buffer.from(totpCode(secret, step))
    const equal = given.length === expected.length && timingSafeEqual(given, expected)
    if (equal && step > lastStep) accepted ??= step
  }
  return accepted
}

export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  let text = ''
  for (let at = 0; at < bits.length; at += 5)
    text += BASE32.charAt(Number.parseInt(bits.slice(at, at + 5).padEnd(5, '0'), 2))
  return text
}

/** Content of the QR code for authenticator apps. */
export function totpUri(secret: Uint8Array, account: string, issuer: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}
