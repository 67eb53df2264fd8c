import { OciError } from '@mkt/oci'
import { type Contents, cycloneDx } from '@mkt/oci/sbom'
import { version as platformVersion } from '../../lib/process/version.ts'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import { listingById } from '../../store/listing/listings.ts'
import { type ImageKey, insertSbom, sbomOf } from '../../store/material/sboms.ts'
import { type Lane, readImageApart } from '../image/apart/read-image-apart.ts'
import { attachArtifact } from '../image/attach-artifact.ts'
import { storedBlobs } from '../image/stored-blobs.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { matchImage } from './match-image.ts'

export const SBOM_TYPE = 'application/vnd.cyclonedx+json'

/**
 * Reads what an image is made of, keeps it, attaches it to the image in the registry and matches it with the advisories that are
 * known. An image that takes longer than the limit is left for later; one that cannot be read at all is noted as such.
 */
export async function makeSbom(
  platform: Changing & Pick<Platform, 'blobs'>,
  image: ImageKey & { listingName: string; version: string },
  options: { limitMs: number; lane: Lane; last: boolean },
): Promise<void> {
  if ((await sbomOf(platform.db, image)) !== undefined) return
  const listing = await listingById(platform.db, image.listingId)
  if (listing === undefined) return
  const read = await readImage(platform, listing.organizationId, image, options)
  if (read === 'later' || ('failure' in read && !options.last)) return
  const now = platform.clock.now()
  const document = 'failure' in read ? null : documentOf(read, image, now)
  await changeByPlatform(platform, async (unit) => {
    const contents = 'failure' in read ? { components: [], unread: [], unpackedBytes: null } : read
    const { components, unread, unpackedBytes } = contents
    const failure = 'failure' in read ? read.failure : null
    if (!(await insertSbom(unit.trx, image, { document, failure, unread, components, unpackedBytes, now })))
      return unit.unchanged()
    await matchImage(unit, image)
    return unit.changed('listing', image.listingId)
  })
  if (document !== null)
    await attachArtifact(platform, listing, image.imageDigest, { type: SBOM_TYPE, bytes: Buffer.from(document) })
}

async function readImage(
  platform: Pick<Platform, 'blobs' | 'db'>,
  organizationId: string,
  { listingId, imageDigest: digest }: ImageKey,
  { limitMs, lane }: { limitMs: number; lane: Lane },
): Promise<Contents | { failure: string } | 'later'> {
  try {
    const blobs = storedBlobs(platform, listingId)
    return await readImageApart(lane, organizationId, { digest, blobs }, { kind: 'contents', limitMs })
  } catch (error) {
    if (error instanceof QueueFull) return 'later'
    if (!(error instanceof OciError)) throw error
    return { failure: error.message }
  }
}

function documentOf(contents: Contents, image: ImageKey & { listingName: string; version: string }, now: Date): string {
  const subject = { name: image.listingName, version: image.version, digest: image.imageDigest }
  return JSON.stringify(cycloneDx(contents, subject, { now, tool: { name: 'mkt', version: platformVersion } }))
}
