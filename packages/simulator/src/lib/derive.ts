import { createHmac } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function bytes(seed: string, label: string): Buffer {
  return createHmac('sha256', seed).update(label).digest()
}

/** A secret that is the same at every start with the same seed, so that stored credentials go on working. */
export function derivedSecret(seed: string, label: string): string {
  return bytes(seed, label).toString('base64url').slice(0, 28)
}

export function derivedUuid(seed: string, label: string): string {
  const hex = bytes(seed, label).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function derivedUlid(seed: string, label: string): string {
  const digest = bytes(seed, label)
  return `01${Array.from(digest.subarray(0, 24), (byte) => CROCKFORD[byte % 32]).join('')}`
}
