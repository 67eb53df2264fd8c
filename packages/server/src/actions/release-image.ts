import type { ImageSource } from '@mkt/engines'
import { unpackImage } from '@mkt/oci'
import type { Release } from '../store/releases.ts'
import { openStoredImage } from './open-stored-image.ts'
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
      const image = await openStoredImage(platform, id, digest)
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
