import { OciError } from '@mkt/oci'
import { type Contents, createScanCache, cycloneDx, readContents } from '@mkt/oci/sbom'
import { version as platformVersion } from '../../lib/process/version.ts'
import { listingById } from '../../store/listing/listings.ts'
import { type ImageKey, insertSbom, sbomOf } from '../../store/material/sboms.ts'
import { attachArtifact } from '../image/attach-artifact.ts'
import { openStoredImage } from '../image/open-stored-image.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { matchImage } from './match-image.ts'

export const SBOM_TYPE = 'application/vnd.cyclonedx+json'

/** Layers with the runtime are the same in most images of a platform. */
const cache = createScanCache()

/**
 * Reads what an image is made of, keeps it, attaches it to the image in the registry and matches it with the advisories that are
 * known. An image that takes longer than the limit is left for later; one that cannot be read at all is noted as such.
 */
export async function makeSbom(
  platform: Changing & Pick<Platform, 'blobs'>,
  image: ImageKey & { listingName: string; version: string },
  options: { limitMs: number; last: boolean },
): Promise<void> {
  if ((await sbomOf(platform.db, image)) !== undefined) return
  const read = await readImage(platform, image, options.limitMs)
  if ('failure' in read && !options.last) return
  const listing = await listingById(platform.db, image.listingId)
  if (listing === undefined) return
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
  key: ImageKey,
  limitMs: number,
): Promise<Contents | { failure: string }> {
  try {
    const image = await openStoredImage(platform, key.listingId, key.imageDigest)
    try {
      return await readContents(image, { cache, signal: AbortSignal.timeout(limitMs) })
    } finally {
      await image.close()
    }
  } catch (error) {
    if (!(error instanceof OciError)) throw error
    return { failure: error.message }
  }
}

function documentOf(contents: Contents, image: ImageKey & { listingName: string; version: string }, now: Date): string {
  const subject = { name: image.listingName, version: image.version, digest: image.imageDigest }
  return JSON.stringify(cycloneDx(contents, subject, { now, tool: { name: 'mkt', version: platformVersion } }))
}
