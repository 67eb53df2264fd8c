import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import sharp, { type Metadata } from 'sharp'

const formats = new Set(['png', 'jpeg', 'webp'])
const sizes = { logo: 512, screenshot: 2000 }
const MOST_PIXELS = limits.picturePixels.value

/** Decodes what was sent and encodes it again, so that only pixels are kept: no metadata, no second file inside, no bomb. */
export async function reencodePicture(
  bytes: Uint8Array,
  kind: keyof typeof sizes,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const most = sizes[kind]
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
