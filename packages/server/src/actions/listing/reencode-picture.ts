import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Metadata } from 'sharp'
import { createFairQueue, QueueFull } from '../../lib/sharing/fair-queue.ts'

const formats = new Set(['png', 'jpeg', 'webp'])
const sizes = { logo: 512, screenshot: 2000 }
const MAX_PIXELS = limits.picturePixels.value

/** A picture of few bytes can need much memory, and decoding holds threads that everything else needs too. */
const queue = createFairQueue({ running: 1, waiting: 32, waitingPerParty: limits.screenshots.value, waitMs: 20_000 })
const MAX_SECONDS = 10

/** Pictures of organizations as we keep them, one at a time; organizations take turns. */
export async function reencodePicture(
  organizationId: string,
  bytes: Uint8Array,
  kind: keyof typeof sizes,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  try {
    return await queue.run(organizationId, () => reencode(bytes, kind))
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Failure('rate_limited', 'Too many pictures wait to be decoded. Send them one after the other.', {
      headers: { 'retry-after': '5' },
    })
  }
}

/** Decodes what was sent and encodes it again, so that only pixels are kept: no metadata, no second file inside, no bomb. */
async function reencode(
  bytes: Uint8Array,
  kind: keyof typeof sizes,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const most = sizes[kind]
  const unusable = (why: string) =>
    new Failure('image_invalid', `${why} Send a PNG, JPEG or WebP picture of at most 40 megapixels.`)
  if (bytes.length === 0) throw unusable('The picture is empty.')
  // Read when a picture comes, not at every start.
  const { default: sharp } = await import('sharp')
  const metadata: Metadata | undefined = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => undefined)
  if (metadata === undefined || !formats.has(metadata.format)) throw unusable('This is not a picture we can read.')
  const made = await sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: false })
    .rotate()
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (made === undefined) throw unusable('The picture is damaged or too large.')
  return { bytes: made.data, width: made.info.width, height: made.info.height }
}
