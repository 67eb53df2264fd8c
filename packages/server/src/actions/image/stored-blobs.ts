import { type BlobSource, OciError } from '@mkt/oci'
import { imageByDigest } from '../../store/image/images.ts'
import type { Platform } from '../platform/platform.ts'
import { fromStorage } from './tell-storage.ts'

/** The bytes of a listing's images, straight from the registry's storage. */
export function storedBlobs(platform: Pick<Platform, 'db' | 'blobs'>, listingId: string): BlobSource {
  return {
    async open({ digest: wanted }) {
      if ((await fromStorage(() => platform.blobs.size(wanted))) === undefined)
        throw new OciError('image_missing', `the bytes of ${wanted} are lost; push the image again`)
      return fromStorage(() => platform.blobs.open(wanted))
    },
    async manifest(wanted) {
      const stored = await imageByDigest(platform.db, listingId, wanted)
      if (stored === undefined) throw new OciError('image_missing', `the image ${wanted} is not in the registry`)
      return stored.bytes
    },
  }
}
