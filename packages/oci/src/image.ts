import { assertDigest, isDigest, readAll, verified } from './digest.ts'
import {
  type BlobSource,
  type Descriptor,
  type Image,
  type ImageConfig,
  type ImageIndex,
  type ImageManifest,
  type Limits,
  mediaTypes,
} from './model.ts'
import { OciError } from './oci-error.ts'

const layerTypes: ReadonlySet<string> = new Set([
  mediaTypes.layer,
  mediaTypes.layerGzip,
  mediaTypes.layerZstd,
  mediaTypes.dockerLayer,
  mediaTypes.dockerLayerGzip,
])

/** Makes an image of a manifest or index whose bytes a source holds. */
export async function imageFrom(source: BlobSource, digest: string, limits: Limits): Promise<Image> {
  const { manifestBytes, manifest, chosen } = await chooseManifest(source, digest, limits)
  checkManifest(manifest, limits)
  const configBytes = await readAll(
    verified(await source.open(manifest.config), manifest.config, 'the config'),
    limits.documentBytes,
    'the config',
  )
  const config = parseDocument<ImageConfig>(configBytes, 'the config')
  if (config.rootfs?.diff_ids?.length !== manifest.layers.length)
    throw new OciError('image_invalid', 'the config names another number of layers than the manifest')
  if (typeof config.architecture !== 'string' || typeof config.os !== 'string')
    throw new OciError('image_invalid', 'the config names no platform')
  return {
    digest: chosen,
    mediaType: manifest.mediaType ?? mediaTypes.manifest,
    manifest,
    manifestBytes,
    config,
    configBytes,
    platform: { architecture: config.architecture, os: config.os },
    layers: manifest.layers,
    blob: async (descriptor) => verified(await source.open(descriptor), descriptor, 'the blob'),
    close: async () => source.close?.(),
  }
}

async function chooseManifest(source: BlobSource, digest: string, limits: Limits) {
  let chosen = digest
  // An index may lead to an index; two steps are all that real images use.
  for (let depth = 0; depth < 3; depth += 1) {
    const bytes = await source.manifest(chosen)
    if (bytes.length > limits.documentBytes)
      throw new OciError('limit_exceeded', `the manifest is larger than ${limits.documentBytes} bytes`)
    assertDigest(bytes, chosen, 'the manifest')
    const document = parseDocument<ImageManifest | ImageIndex>(bytes, 'the manifest')
    if (!('manifests' in document)) return { manifestBytes: bytes, manifest: document, chosen }
    chosen = amd64Entry(document).digest
  }
  throw new OciError('image_invalid', 'the index leads to too many other indexes')
}

function amd64Entry(index: ImageIndex): Descriptor {
  const entries = Array.isArray(index.manifests) ? index.manifests : []
  const fits = (entry: Descriptor) => entry.platform?.os === 'linux' && entry.platform.architecture === 'amd64'
  const only = entries.length === 1 && !entries[0]?.platform ? entries[0] : undefined
  const entry = entries.find(fits) ?? only
  if (!entry || !isDigest(entry.digest)) {
    const found = entries.map((each) => `${each.platform?.os}/${each.platform?.architecture}`).join(', ')
    throw new OciError('platform_missing', `the index has no linux/amd64 entry (it has: ${found || 'nothing'})`)
  }
  return entry
}

function checkManifest(manifest: ImageManifest, limits: Limits): void {
  if (manifest.schemaVersion !== 2 || !manifest.config || !Array.isArray(manifest.layers))
    throw new OciError('image_invalid', 'the manifest is not an image manifest of schema version 2')
  if (manifest.layers.length > limits.layers)
    throw new OciError('limit_exceeded', `the image has more than ${limits.layers} layers`)
  for (const part of [manifest.config, ...manifest.layers]) {
    if (!isDigest(part.digest) || !Number.isSafeInteger(part.size) || part.size < 0)
      throw new OciError('image_invalid', `the manifest names a blob without a proper digest and size`)
  }
  for (const layer of manifest.layers) {
    if (layer.urls && layer.urls.length > 0)
      throw new OciError(
        'foreign_layer',
        `layer ${layer.digest} is kept elsewhere; push an image that holds all its layers`,
      )
    if (!layerTypes.has(layer.mediaType))
      throw new OciError(
        'unsupported',
        `layer ${layer.digest} has the media type ${layer.mediaType}, which is not read here`,
      )
  }
}

/** Parses a JSON document that must be an object. */
export function parseDocument<T extends object>(bytes: Uint8Array, what: string): T {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    throw new OciError('image_invalid', `${what} is not JSON`, { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OciError('image_invalid', `${what} is not a JSON object`)
  return value as T
}
