import { Failure } from '@mkt/contract/errors'
import { listingById } from '../../store/listing/listings.ts'
import { readSignatures } from '../image/read-signatures.ts'
import type { Platform } from '../platform/platform.ts'

/** Where a listing wants it, only an image that a key in use has signed is released. */
export async function refuseUnsigned(
  platform: Pick<Platform, 'blobs' | 'db'>,
  listingId: string,
  imageDigest: string,
): Promise<void> {
  const listing = await listingById(platform.db, listingId)
  if (listing === undefined || !listing.signedReleasesOnly) return
  const signatures = await readSignatures(platform, listing, imageDigest)
  if (signatures.some(({ key }) => key.retiredAt === null)) return
  const [retired] = signatures
  throw new Failure(
    'release_unsigned',
    retired === undefined
      ? `${listing.name} accepts only signed releases, and no key of ${listing.organizationName} has signed ${imageDigest}. Deploy it with "mkt deploy --sign", or sign it with cosign first.`
      : `${imageDigest} is signed by the key ${retired.key.name} of ${listing.organizationName}, which is retired. Sign it with a key in use.`,
  )
}
