import type { ImageSource } from '@mkt/engines'
import { type Image, OciError, openImage, startOf, unpackImage } from '@mkt/oci'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import { openStoredImage } from './open-stored-image.ts'
import { issuePullCredential } from './pull-credential.ts'

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
      const image = await openHereOrThere(platform, release, credential)
      try {
        await unpackImage(image, directory, layers === undefined ? {} : { layers })
        return startOf(image)
      } finally {
        await image.close()
      }
    },
  }
}

/**
 * From the disk where it is ours. A worker elsewhere has no bytes of its own and pulls them, as a daemon would; where the
 * registry has lost them too, that is what is told.
 */
async function openHereOrThere(
  platform: Pick<Platform, 'addresses' | 'blobs' | 'db'>,
  release: Release,
  credentials: { username: string; password: string },
): Promise<Image> {
  try {
    return await openStoredImage(platform, release.listingId, release.imageDigest)
  } catch (missing) {
    if (!(missing instanceof OciError) || missing.code !== 'image_missing') throw missing
    const repository = { registry: platform.addresses.publicUrl, repository: release.listingName, credentials }
    return openImage({ repository, reference: release.imageDigest }).catch((error: unknown) => {
      throw error instanceof OciError && error.code === 'registry_unreachable' ? error : missing
    })
  }
}
