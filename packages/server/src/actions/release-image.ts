import type { ImageSource } from '@mkt/engines'
import { openImage, unpackImage } from '@mkt/oci'
import { imageByDigest } from '../store/images.ts'
import type { Release } from '../store/releases.ts'
import type { Platform } from './platform.ts'
import { issuePullCredential } from './pull-credential.ts'

/** A release's image for an engine: unpacked from our own storage, or pulled from our registry. */
export async function releaseImage(platform: Platform, release: Release): Promise<ImageSource> {
  const { imageDigest: digest, listingId: id, organizationId } = release
  return {
    digest,
    reference: `${new URL(platform.addresses.publicUrl).host}/${release.listingName}@${digest}`,
    credential: await issuePullCredential(platform, { id, organizationId }),
    async unpack(directory) {
      const image = await openImage({
        digest,
        blobs: {
          open: (descriptor) => platform.blobs.open(descriptor.digest),
          async manifest(wanted) {
            const stored = await imageByDigest(platform.db, id, wanted)
            if (stored === undefined) throw new Error(`the image ${wanted} of ${release.listingName} is gone`)
            return stored.bytes
          },
        },
      })
      try {
        await unpackImage(image, directory)
        const { config = {} } = image.config
        return {
          env: config.Env ?? [],
          entrypoint: config.Entrypoint ?? [],
          cmd: config.Cmd ?? [],
          workingDir: config.WorkingDir ?? '/',
          user: config.User ?? '',
        }
      } finally {
        await image.close()
      }
    },
  }
}
