import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The media types and names by which cosign keeps signatures. */
export const signatureTypes = {
  artifact: 'application/vnd.dev.cosign.artifact.sig.v1+json',
  payload: 'application/vnd.dev.cosign.simplesigning.v1+json',
  annotation: 'dev.cosignproject.cosign/signature',
  bundle: /^application\/vnd\.dev\.sigstore\.bundle(\.v0\.\d+\+json|\+json;version=0\.\d+)$/,
} as const

const payloadType = 'cosign container image signature'
const statementType = 'application/vnd.in-toto+json'
/** What a statement says that is a signature. Others, such as a provenance or a scan, are signed too and vouch for something else. */
const signaturePredicate = 'https://sigstore.dev/cosign/sign/v1'

/** The text that is signed: which image, and by what name it was called. */
export function signaturePayload(digest: string, reference: string): Buffer {
  const image = { 'docker-manifest-digest': digest }
  const critical = { identity: { 'docker-reference': reference }, image, type: payloadType }
  return Buffer.from(JSON.stringify({ critical, optional: null }))
}

/** Signs with a key that holds ECDSA, RSA or Ed25519. */
export function signBytes(bytes: Uint8Array, key: KeyObject): string {
  return sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key).toString('base64')
}

/** Whether the signature in a payload of cosign is of this key and about this image. */
export function isSignedPayload(payload: Buffer, signature: string, digest: string, publicKey: string): boolean {
  const value = parse(payload)
  const critical = value?.critical as { type?: unknown; image?: Record<string, unknown> } | undefined
  if (critical?.type !== payloadType || critical.image?.['docker-manifest-digest'] !== digest) return false
  return isSigned(payload, signature, publicKey)
}

/** The same for a Sigstore bundle that was made with a key: an envelope around a statement about the image. */
export function isSignedBundle(bundle: Buffer, digest: string, publicKey: string): boolean {
  const envelope = parse(bundle)?.dsseEnvelope as
    | { payload?: unknown; payloadType?: unknown; signatures?: { sig?: unknown }[] }
    | undefined
  if (typeof envelope?.payload !== 'string' || envelope.payloadType !== statementType) return false
  const payload = Buffer.from(envelope.payload, 'base64')
  const statement = parse(payload)
  if (statement?.predicateType !== signaturePredicate) return false
  const subjects = statement.subject
  const about = (Array.isArray(subjects) ? subjects : []).some(
    (subject: { digest?: { sha256?: unknown } } | null) => `sha256:${String(subject?.digest?.sha256)}` === digest,
  )
  if (!about) return false
  const head = `DSSEv1 ${statementType.length} ${statementType} ${payload.length} `
  const signed = Buffer.concat([Buffer.from(head), payload])
  const signatures = Array.isArray(envelope.signatures) ? envelope.signatures.slice(0, 10) : []
  return signatures.some((each) => typeof each?.sig === 'string' && isSigned(signed, each.sig, publicKey))
}

function isSigned(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey(publicKey)
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return verify(algorithm, bytes, key, Buffer.from(signature, 'base64'))
  } catch {
    // A signature or key of another kind is no signature of this key.
    return false
  }
}

function parse(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
