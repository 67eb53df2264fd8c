import { Readable } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { digestOf } from '../digest.ts'
import { imageFrom } from '../image.ts'
import { type BlobSource, type Descriptor, defaultLimits, type Image, type ImageIndex, mediaTypes } from '../model.ts'
import { formatHeader, padding } from '../tar/header.ts'

/** One raw tar entry of a layer, so that tests can write what no honest tool would. */
export interface RawEntry {
  path: string
  flag?: string
  content?: string | Buffer
  linkPath?: string
  mode?: number
  /** Claimed in the header; default the content's. */
  size?: number
}

export function tarOf(entries: RawEntry[], end = true): Buffer {
  const parts = entries.flatMap(({ path, flag = '0', content = '', linkPath = '', mode = 0o644, size }) => {
    const body = Buffer.from(content as string)
    const header = formatHeader({ path, linkPath, flag, size: size ?? body.length, mode, mtime: 1 })
    return [header, body, Buffer.alloc(padding(body.length))]
  })
  return Buffer.concat([...parts, Buffer.alloc(end ? 1024 : 0)])
}

type Packing = 'gzip' | 'plain' | 'zstd'

const packings = {
  gzip: { mediaType: mediaTypes.layerGzip, pack: (bytes: Buffer) => gzipSync(bytes) },
  plain: { mediaType: mediaTypes.layer, pack: (bytes: Buffer) => bytes },
  zstd: { mediaType: mediaTypes.layerZstd, pack: (bytes: Buffer) => zstdCompressSync(bytes) },
}

export interface MadeImage {
  blobs: Map<string, Buffer>
  digest: string
  layers: Descriptor[]
  source: BlobSource
}

/** The blobs of an image with the given layers (bottom first), each a list of entries or the bytes of its tar. */
export function blobsOf(
  layers: (RawEntry[] | Buffer)[],
  options: {
    packing?: Packing
    platform?: { architecture: string; os: string }
    change?: (layer: Descriptor) => Descriptor
  } = {},
): MadeImage {
  const blobs = new Map<string, Buffer>()
  const put = (bytes: Buffer) => {
    blobs.set(digestOf(bytes), bytes)
    return { digest: digestOf(bytes), size: bytes.length }
  }
  const { mediaType, pack } = packings[options.packing ?? 'gzip']
  const tars = layers.map((layer) => (Buffer.isBuffer(layer) ? layer : tarOf(layer)))
  const described = tars.map((tar) => ({ mediaType, ...put(pack(tar)) })).map(options.change ?? ((layer) => layer))
  const config = {
    ...(options.platform ?? { architecture: 'amd64', os: 'linux' }),
    rootfs: { type: 'layers', diff_ids: tars.map((tar) => digestOf(tar)) },
  }
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, ...put(Buffer.from(JSON.stringify(config))) },
    layers: described,
  }
  const { digest } = put(Buffer.from(JSON.stringify(manifest)))
  return { blobs, digest, layers: described, source: memorySource(blobs) }
}

/** An index over images already made, in the same memory. */
export function indexOf(images: { made: MadeImage; architecture: string; os?: string }[]): MadeImage {
  const blobs = new Map(images.flatMap(({ made }) => [...made.blobs]))
  const manifests = images.map(({ made, architecture, os = 'linux' }) => ({
    mediaType: mediaTypes.manifest,
    digest: made.digest,
    size: made.blobs.get(made.digest)?.length ?? 0,
    platform: { architecture, os },
  }))
  const index: ImageIndex = { schemaVersion: 2, mediaType: mediaTypes.index, manifests }
  const bytes = Buffer.from(JSON.stringify(index))
  blobs.set(digestOf(bytes), bytes)
  return { blobs, digest: digestOf(bytes), layers: [], source: memorySource(blobs) }
}

export function imageOf(layers: (RawEntry[] | Buffer)[], options?: Parameters<typeof blobsOf>[1]): Promise<Image> {
  const made = blobsOf(layers, options)
  return imageFrom(made.source, made.digest, defaultLimits)
}

function memorySource(blobs: Map<string, Buffer>): BlobSource {
  const get = (digest: string) => {
    const bytes = blobs.get(digest)
    if (!bytes) throw new Error(`the test has no blob ${digest}`)
    return bytes
  }
  return { open: async ({ digest }) => Readable.from([get(digest)]), manifest: async (digest) => get(digest) }
}
