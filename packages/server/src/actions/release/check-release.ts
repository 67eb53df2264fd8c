import { asksMore, checkManifest } from '@mkt/manifest'
import { OciError } from '@mkt/oci'
import { isUnchecked, moveRelease } from '../../domain/release/release.ts'
import { checkFindings, type SeenImage } from '../../domain/release/release-check.ts'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { unpackedImages } from '../../store/material/unpacked-images.ts'
import {
  lastApprovedRelease,
  lockRelease,
  type Release,
  releaseById,
  updateRelease,
} from '../../store/release/releases.ts'
import { type Lane, readImageApart } from '../image/apart/read-image-apart.ts'
import { storedBlobs } from '../image/stored-blobs.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'

const MANIFEST_BYTES = 256 * 1024

/**
 * Checks an uploaded release: its image and its manifest. Looking at the image needs no transaction; the outcome is written
 * only if nobody else has decided meanwhile, so a check that a killed process left behind is simply done again.
 */
export async function checkRelease(
  platform: Changing & Pick<Platform, 'blobs'>,
  id: string,
  lane: Lane,
): Promise<Release | undefined> {
  const release = await releaseById(platform.db, id)
  if (release === undefined || !isUnchecked(release.state)) return release
  const image = await lookAtImage(platform, release, lane)
  if (image === 'later') return release
  return changeByPlatform(platform, async (unit) => {
    const { trx } = unit
    const listing = await lockListing(trx, release.listingId)
    const current = await lockRelease(trx, id)
    if (listing === undefined || current === undefined || !isUnchecked(current.state))
      return unit.unchanged().with(current)
    const { manifest, listingName } = release
    const parsed = checkManifest(manifest, { variant: listing.variant, name: listingName })
    const manifestFindings = [...parsed.problems, ...parsed.warnings]
    const { bytes: unpackedBytes } = await unpackedImages(trx, listing.organizationId, unit.now)
    const findings = checkFindings({ manifest, manifestFindings, image, unpackedBytes })
    const problems = findings.filter((finding) => finding.severity === 'error')
    const sound = problems.length === 0
    const state = moveRelease(current.version, current.state, sound ? 'accept' : 'reject')
    const approved = await lastApprovedRelease(trx, listing.id)
    const asks = approved === undefined ? undefined : asksMore(approved.manifest, manifest, listing.variant)
    await updateRelease(trx, id, {
      state,
      problems,
      warnings: findings.filter((finding) => finding.severity === 'warning'),
      // A release that asks for nothing more than the last approved one needs no moderator.
      ...(sound && asks?.length === 0 ? { approvedAt: unit.now } : {}),
    })
    if (sound && asks !== undefined && asks.length > 0)
      await notify(
        unit,
        { organizationId: listing.organizationId, roles: ['owner', 'admin', 'developer'] },
        {
          kind: 'release.waiting',
          title: `${listingName} ${current.version} waits for a moderator`,
          text: `${listingName} ${current.version} asks for more than the last approved release: ${asks.map((ask) => `${ask.kind} ${ask.what}`).join(', ')}. Ask for a review; until it is approved it is not promoted.`,
          link: `/publish/${listing.id}/releases`,
        },
      )
    return unit.changed('release', id).with(await releaseById(trx, id))
  })
}

/** `later` where too many images wait to be read: what is not checked is looked at again. */
async function lookAtImage(
  platform: Pick<Platform, 'blobs' | 'db'>,
  { organizationId, listingId, imageDigest: digest }: Release,
  lane: Lane,
): Promise<SeenImage | 'later'> {
  try {
    const {
      platform: runsOn,
      user,
      content,
    } = await readImageApart(
      lane,
      organizationId,
      { digest, blobs: storedBlobs(platform, listingId) },
      { kind: 'file', path: '/platform-app.json', maxBytes: MANIFEST_BYTES },
    )
    const manifestText = content === undefined ? undefined : Buffer.from(content).toString('utf8')
    return { readable: true, ...runsOn, user, manifestText }
  } catch (error) {
    if (error instanceof QueueFull) return 'later'
    if (!(error instanceof OciError)) throw error
    const rules = { platform_missing: 'image.platform', foreign_layer: 'image.layer.foreign' } as const
    const rule =
      error.code === 'platform_missing' || error.code === 'foreign_layer' ? rules[error.code] : 'image.invalid'
    return { readable: false, rule, message: `The image cannot be used: ${error.message}.` }
  }
}
