import { createHash, createPublicKey } from 'node:crypto'

export interface PublicKeyFacts {
  /** The key in its usual form, without anything around it. */
  pem: string
  /** `SHA256:` and the hash of the key, as people compare it. */
  fingerprint: string
  algorithm: string
}

/** Reads a public key that signatures can be checked with; the text says why it cannot be used. */
export function readPublicKey(text: string): PublicKeyFacts | { wrong: string } {
  if (/PRIVATE KEY/.test(text)) return { wrong: 'is a private key: give the public one and keep this one secret' }
  try {
    const key = createPublicKey(text)
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    const bits = details?.modulusLength ?? 0
    if (type === 'rsa' && bits < 2048) return { wrong: `is an RSA key of ${bits} bits; at least 2048 are needed` }
    if (type !== 'ec' && type !== 'rsa' && type !== 'ed25519')
      return { wrong: 'is neither an ECDSA, RSA nor Ed25519 key' }
    const hash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }))
    return {
      pem: key.export({ type: 'spki', format: 'pem' }).toString(),
      fingerprint: `SHA256:${hash.digest('base64').replace(/=+$/, '')}`,
      algorithm: type === 'ec' ? `ecdsa-${details?.namedCurve ?? 'curve'}` : type === 'rsa' ? `rsa-${bits}` : 'ed25519',
    }
  } catch {
    return { wrong: 'is not a public key in PEM form' }
  }
}
