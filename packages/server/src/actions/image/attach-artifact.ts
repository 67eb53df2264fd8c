import { digestOf, mediaTypes } from '@mkt/oci'
import { newId } from '../../lib/ids.ts'
import { imageByDigest, insertImage } from '../../store/image/images.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { finishUpload } from './finish-upload.ts'
import { fromStorage } from './tell-storage.ts'

const EMPTY = Buffer.from('{}')
const EMPTY_TYPE = 'application/vnd.oci.empty.v1+json'

/**
 * Attaches one of our documents to an image in the registry, as a referrer: foreign tools find it by asking what speaks of
 * the image. Doing it twice changes nothing.
 */
export async function attachArtifact(
  platform: Changing & Pick<Platform, 'blobs'>,
  listing: { id: string; organizationId: string },
  subjectDigest: string,
  document: { type: string; bytes: Buffer },
): Promise<void> {
  const subject = await imageByDigest(platform.db, listing.id, subjectDigest)
  if (subject === undefined) return
  const config = await storeBlob(platform, listing, EMPTY)
  const layer = await storeBlob(platform, listing, document.bytes)
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: document.type,
    config: { mediaType: EMPTY_TYPE, ...config },
    layers: [{ mediaType: document.type, ...layer }],
    subject: { mediaType: subject.mediaType, digest: subject.digest, size: subject.bytes.length },
  }
  const bytes = Buffer.from(JSON.stringify(manifest))
  await changeByPlatform(platform, async (unit) => {
    await insertImage(unit.trx, {
      listingId: listing.id,
      digest: digestOf(bytes),
      mediaType: mediaTypes.manifest,
      artifactType: document.type,
      subjectDigest,
      annotations: {},
      bytes,
      parts: [config, layer].map(({ digest }) => ({ digest, kind: 'blob' as const })),
      now: unit.now,
    })
    return unit.unchanged()
  })
}

async function storeBlob(
  platform: Pick<Platform, 'blobs' | 'clock' | 'db' | 'random'>,
  listing: { id: string; organizationId: string },
  bytes: Buffer,
) {
  const upload = { place: newId('upl', platform.clock.now(), platform.random) }
  const digest = digestOf(bytes)
  await fromStorage(async () => {
    await platform.blobs.append(upload.place, 0, chunk(bytes), bytes.length)
    // Images that the platform writes do not count against a quota.
    await finishUpload(platform, { listing, upload, digest, organizationBytes: Number.MAX_SAFE_INTEGER })
  })
  return { digest, size: bytes.length }
}

async function* chunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
