import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import sharp, { type Metadata } from 'sharp'
import { newId } from '../../lib/ids.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { deletePictures, insertPicture, picturesOf } from '../../store/listing/pictures.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { holdListing } from './hold-listing.ts'

const formats = new Set(['png', 'jpeg', 'webp'])
const sizes = { logo: 512, screenshot: 2000 }
const MOST_PIXELS = limits.picturePixels.value
const MOST_SCREENSHOTS = limits.screenshots.value

/** Decodes what was sent and encodes it again, so that only pixels are kept: no metadata, no second file inside, no bomb. */
async function reencode(bytes: Uint8Array, most: number): Promise<{ bytes: Buffer; width: number; height: number }> {
  const unusable = (why: string) =>
    new Failure('image_invalid', `${why} Send a PNG, JPEG or WebP picture of at most 40 megapixels.`)
  if (bytes.length === 0) throw unusable('The picture is empty.')
  const metadata: Metadata | undefined = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .metadata()
    .catch(() => undefined)
  if (metadata === undefined || !formats.has(metadata.format)) throw unusable('This is not a picture we can read.')
  const made = await sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: false })
    .rotate()
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (made === undefined) throw unusable('The picture is damaged or too large.')
  return { bytes: made.data, width: made.info.width, height: made.info.height }
}

/** Adds a screenshot or replaces the logo. */
export async function storePicture(
  platform: Platform,
  input: { listing: Listing; kind: 'logo' | 'screenshot'; bytes: Uint8Array },
  origin: Origin,
): Promise<void> {
  const { listing, kind } = input
  const picture = await reencode(input.bytes, sizes[kind])
  await change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    await holdListing(trx, listing.id)
    if (kind === 'logo') await deletePictures(trx, listing.id, { kind })
    const shown = (await picturesOf(trx, [listing.id])).filter((row) => row.kind === 'screenshot')
    if (kind === 'screenshot' && shown.length >= MOST_SCREENSHOTS) {
      throw new Failure(
        'image_invalid',
        `${listing.name} has ${MOST_SCREENSHOTS} screenshots already. Remove one first.`,
      )
    }
    await insertPicture(trx, { id: newId('pic', now, random), listingId: listing.id, kind, ...picture, now })
    return unit.record(`listing.${kind}.set`, { organizationId: listing.organizationId, id: listing.id })
  })
}

/** Removes the logo or a screenshot; false when the listing has no such picture. */
export function removePicture(
  platform: Platform,
  input: { listing: Listing; pictureId: string },
  origin: Origin,
): Promise<boolean> {
  const { listing, pictureId } = input
  const { id, organizationId } = listing
  return change(platform, origin, async (unit) => {
    if ((await deletePictures(unit.trx, id, { id: pictureId })) === 0) return unit.unchanged().with(false)
    return unit.record('listing.picture.remove', { organizationId, id, details: { picture: pictureId } }).with(true)
  })
}
