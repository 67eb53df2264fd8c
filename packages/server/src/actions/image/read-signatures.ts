import { isDigest, isSignedBundle, isSignedPayload, signatureTypes } from '@mkt/oci'
import { type PublisherKey, publisherKeys } from '../../store/accounts/publisher-keys.ts'
import { imageByDigest, imageByTag, referrersOf } from '../../store/image/images.ts'
import type { Platform } from '../platform/platform.ts'
import { fromStorage } from './tell-storage.ts'

const PAYLOAD_BYTES = 256 * 1024
const MAX_SIGNATURES = 50

export interface VerifiedSignature {
  key: PublisherKey
  /** The manifest in the registry that holds the signature. */
  digest: string
}

/**
 * The signatures of an image that are of a key its organization registered. They are looked for among its referrers and under the tag
 * that cosign uses where there are none; whatever cannot be verified does not count.
 */
export async function readSignatures(
  platform: Pick<Platform, 'db' | 'blobs'>,
  listing: { id: string; organizationId: string },
  imageDigest: string,
): Promise<VerifiedSignature[]> {
  const keys = await publisherKeys(platform.db, listing.organizationId)
  if (keys.length === 0) return []
  const referrers = await referrersOf(platform.db, listing.id, imageDigest, { limit: MAX_SIGNATURES })
  const tagged = await imageByTag(platform.db, listing.id, `${imageDigest.replace(':', '-')}.sig`)
  const digests = new Set([...referrers.map(({ digest }) => digest), ...(tagged ? [tagged.digest] : [])])
  const found = new Map<string, VerifiedSignature>()
  let left = MAX_SIGNATURES
  for (const digest of digests) {
    const statements = await statementsOf(platform, listing.id, digest, left)
    left -= statements.length
    for (const { bytes, signature } of statements) {
      const signed = keys.filter(({ publicKey }) =>
        signature === undefined
          ? isSignedBundle(bytes, imageDigest, publicKey)
          : isSignedPayload(bytes, signature, imageDigest, publicKey),
      )
      for (const key of signed) if (!found.has(key.id)) found.set(key.id, { key, digest })
    }
  }
  return [...found.values()]
}

interface Statement {
  bytes: Buffer
  /** Absent where the bytes are a bundle that holds it. */
  signature: string | undefined
}

async function statementsOf(
  platform: Pick<Platform, 'db' | 'blobs'>,
  listingId: string,
  digest: string,
  most: number,
): Promise<Statement[]> {
  const stored = await imageByDigest(platform.db, listingId, digest)
  const manifest = stored && (JSON.parse(stored.bytes.toString('utf8')) as { layers?: Layer[] })
  // Of an index nobody looked at it.
  const layers = Array.isArray(manifest?.layers) ? manifest.layers : []
  const statements: Statement[] = []
  for (const layer of layers) {
    if (statements.length >= most) break
    if (!isDescriptor(layer)) continue
    const signature = layer.annotations?.[signatureTypes.annotation]
    const plain = layer.mediaType === signatureTypes.payload && typeof signature === 'string'
    if (!plain && !signatureTypes.bundle.test(layer.mediaType)) continue
    const size = await fromStorage(() => platform.blobs.size(layer.digest))
    if (size === undefined || size > PAYLOAD_BYTES) continue
    const chunks: Buffer[] = []
    await fromStorage(async () => {
      for await (const chunk of await platform.blobs.open(layer.digest)) chunks.push(chunk as Buffer)
    })
    statements.push({ bytes: Buffer.concat(chunks), signature: plain ? signature : undefined })
  }
  return statements
}

const isDescriptor = (layer: Partial<Layer> | null) =>
  typeof layer?.mediaType === 'string' && typeof layer.digest === 'string' && isDigest(layer.digest)

interface Layer {
  mediaType: string
  digest: string
  annotations?: Record<string, string>
}
