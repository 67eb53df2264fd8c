import { Readable } from 'node:stream'
import type { ImageSource } from '@mkt/engines'
import { type BlobSource, type Image, OciError, openImage } from '@mkt/oci'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import type { ImageBytes } from './apart/image-task.ts'
import { readImageApart } from './apart/read-image-apart.ts'
import { issuePullCredential } from './pull-credential.ts'
import { storedBlobs } from './stored-blobs.ts'

/** A release's image for an engine: unpacked from our own storage, or pulled from our registry. */
export async function releaseImage(
  platform: Pick<Platform, 'addresses' | 'blobs' | 'clock' | 'db' | 'vault'>,
  release: Release,
): Promise<ImageSource> {
  const { imageDigest: digest, listingId: id, organizationId } = release
  const credential = await issuePullCredential(platform, { id, organizationId })
  return {
    digest,
    reference: `${new URL(platform.addresses.publicUrl).host}/${release.listingName}@${digest}`,
    credential,
    async unpack(directory, layers) {
      const image = await hereOrThere(platform, release, credential)
      return readImageApart('start', organizationId, image, { kind: 'unpack', directory, layers })
    },
  }
}

/**
 * From the disk where it is ours. A worker elsewhere has no bytes of its own and pulls them, as a daemon would; where the
 * registry has lost them too, that is what is told.
 */
async function hereOrThere(
  platform: Pick<Platform, 'addresses' | 'blobs' | 'db'>,
  release: Release,
  credentials: { username: string; password: string },
): Promise<ImageBytes> {
  const { imageDigest: digest, listingId, listingName } = release
  const blobs = storedBlobs(platform, listingId)
  try {
    await (await openImage({ digest, blobs })).close()
    return { digest, blobs }
  } catch (missing) {
    if (!(missing instanceof OciError) || missing.code !== 'image_missing') throw missing
    const repository = { registry: platform.addresses.publicUrl, repository: listingName, credentials }
    const pulled = await openImage({ repository, reference: digest }).catch((error: unknown) => {
      throw error instanceof OciError && error.code === 'registry_unreachable' ? error : missing
    })
    return { digest: pulled.digest, blobs: blobsOf(pulled) }
  }
}

/** An image that was opened, as what it was opened from. */
function blobsOf(image: Image): BlobSource {
  return {
    open: async (descriptor) =>
      descriptor.digest === image.manifest.config.digest
        ? Readable.from([image.configBytes], { objectMode: false })
        : image.blob(descriptor),
    manifest: async () => image.manifestBytes,
    close: () => image.close(),
  }
}
