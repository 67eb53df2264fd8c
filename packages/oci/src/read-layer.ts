import { createHash } from 'node:crypto'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { Descriptor, Image } from './model.ts'
import { OciError } from './oci-error.ts'
import { readTar, type TarEntry } from './tar/read-tar.ts'

/** Counts what all layers of one reading have cost so far. */
export interface Budget {
  bytes: number
  entries: number
}

/**
 * Every entry of one layer. The stored bytes are checked against the descriptor, the unpacked ones against the config's
 * `diff_id`; the reading fails at its end when either differs, so nothing read may be used before that.
 */
export async function* readLayer(image: Image, index: number, budget: Budget): AsyncGenerator<TarEntry> {
  const layer = image.layers[index]
  if (!layer) throw new OciError('image_invalid', `the image has no layer ${index}`)
  const hash = createHash('sha256')
  const unpacked = await unpack(image, layer)
  const counted = counting(unpacked, hash, budget, layer)
  for await (const entry of readTar(counted)) {
    budget.entries -= 1
    if (budget.entries < 0) throw new OciError('limit_exceeded', 'the image holds more files than allowed')
    yield entry
  }
  const diffId = `sha256:${hash.digest('hex')}`
  const expected = image.config.rootfs.diff_ids[index]
  if (diffId !== expected)
    throw new OciError(
      'digest_mismatch',
      `layer ${layer.digest} unpacks to ${diffId} where the config says ${expected}`,
    )
}

async function* counting(source: Readable, hash: ReturnType<typeof createHash>, budget: Budget, layer: Descriptor) {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      budget.bytes -= chunk.length
      if (budget.bytes < 0) throw new OciError('limit_exceeded', 'the image unpacks to more bytes than allowed')
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    if (error instanceof OciError) throw error
    throw new OciError('archive_invalid', `layer ${layer.digest} cannot be unpacked: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function unpack(image: Image, layer: Descriptor): Promise<Readable> {
  const stored = await image.blob(layer)
  const transform = decompressor(layer.mediaType)
  if (!transform) return stored
  // The error reaches the reader through the destroyed transform; the callback is there so that it is not thrown twice.
  pipeline(stored, transform, () => {})
  return transform
}

function decompressor(mediaType: string): Transform | undefined {
  if (/[.+]gzip$/.test(mediaType)) return createGunzip({ chunkSize: 128 * 1024 }) as unknown as Transform
  if (mediaType.endsWith('+zstd')) return createZstdDecompress({ chunkSize: 128 * 1024 }) as unknown as Transform
  return undefined
}
