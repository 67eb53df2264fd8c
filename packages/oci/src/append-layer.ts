import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { digestOf, readAll } from './digest.ts'
import { imageFrom } from './image.ts'
import { layerPath } from './layer-path.ts'
import {
  type Descriptor,
  defaultLimits,
  type Image,
  type ImageConfig,
  type ImageManifest,
  type LayerFile,
  mediaTypes,
} from './model.ts'
import { type TarItem, writeTar } from './tar/write-tar.ts'

/**
 * A new image: the given one with one more layer on top that holds the files. The given image must stay open as long as
 * the new one is used; closing the new one closes it.
 *
 * ```ts
 * const raised = await appendLayer(image, [{ path: '/platform-app.json', content: text }])
 * ```
 */
export async function appendLayer(image: Image, files: LayerFile[]): Promise<Image> {
  const plain = await readAll(writeTar(files.map(tarItem)), Number.MAX_SAFE_INTEGER, 'the layer')
  const packed = gzipSync(plain)
  const docker = image.mediaType === mediaTypes.dockerManifest
  const layer = describe(packed, docker ? mediaTypes.dockerLayerGzip : mediaTypes.layerGzip)
  const config: ImageConfig = {
    ...image.config,
    rootfs: { ...image.config.rootfs, diff_ids: [...image.config.rootfs.diff_ids, digestOf(plain)] },
    history: [...(image.config.history ?? []), { created_by: `add ${files.map((file) => file.path).join(', ')}` }],
  }
  const configBytes = Buffer.from(JSON.stringify(config))
  const manifest: ImageManifest = {
    ...image.manifest,
    config: describe(configBytes, image.manifest.config.mediaType),
    layers: [...image.layers, layer],
  }
  const manifestBytes = Buffer.from(JSON.stringify(manifest))
  const own = new Map([
    [layer.digest, packed],
    [manifest.config.digest, configBytes],
  ])
  const source = {
    manifest: async () => manifestBytes,
    open: async (descriptor: Descriptor) => {
      const bytes = own.get(descriptor.digest)
      return bytes ? Readable.from([bytes]) : image.blob(descriptor)
    },
    close: () => image.close(),
  }
  return imageFrom(source, digestOf(manifestBytes), defaultLimits)
}

function describe(bytes: Uint8Array, mediaType: string): Descriptor {
  return { mediaType, digest: digestOf(bytes), size: bytes.length }
}

function tarItem(file: LayerFile): TarItem {
  const bytes = Buffer.from(file.content as Uint8Array)
  return {
    type: 'file',
    path: layerPath(file.path).join('/'),
    mode: file.mode ?? 0o644,
    size: bytes.length,
    content: () => [bytes],
  }
}
