import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { digestOf } from '../digest.ts'
import { parseDocument } from '../image.ts'
import { type Descriptor, type ImageConfig, type ImageManifest, mediaTypes } from '../model.ts'
import { OciError } from '../oci-error.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { OpenedSource } from './opened-source.ts'

interface SavedImage {
  Config: string
  RepoTags?: string[] | null
  Layers: string[]
}

/** What `docker save` writes. It has no manifest of its own, so one is made of the config and the layers. */
export async function openDockerArchive(
  files: ArchiveFiles,
  reference: string | undefined,
  file: string,
): Promise<OpenedSource> {
  if (!files.has('manifest.json'))
    throw new OciError('archive_invalid', `${file} is neither an OCI layout nor a docker-archive`)
  const saved = chooseSaved(await files.read('manifest.json'), reference, file)
  const configBytes = await files.read(saved.Config)
  const config = parseDocument<ImageConfig>(configBytes, 'the config')
  const paths = new Map<string, string>()
  const layers: Descriptor[] = []
  for (const [index, path] of saved.Layers.entries()) {
    const layer = await describeLayer(files, path, config.rootfs?.diff_ids?.[index])
    paths.set(layer.digest, path)
    layers.push(layer)
  }
  const manifest: ImageManifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: digestOf(configBytes), size: configBytes.length },
    layers,
  }
  const manifestBytes = Buffer.from(JSON.stringify(manifest))
  const digest = digestOf(manifestBytes)
  return {
    digest,
    source: {
      manifest: async () => manifestBytes,
      open: async (descriptor) => {
        if (descriptor.digest === manifest.config.digest) return Readable.from([configBytes])
        const path = paths.get(descriptor.digest)
        if (!path) throw new OciError('image_missing', `${file} lacks the blob ${descriptor.digest}`)
        return files.open(path)
      },
    },
  }
}

function chooseSaved(bytes: Buffer, reference: string | undefined, file: string): SavedImage {
  const list = parseDocument<{ list: SavedImage[] }>(
    Buffer.from(`{"list":${bytes.toString('utf8')}}`),
    'manifest.json',
  ).list
  const saved = (Array.isArray(list) ? list : []).filter(
    (each) => typeof each?.Config === 'string' && Array.isArray(each.Layers),
  )
  const fits = reference === undefined ? saved : saved.filter((each) => each.RepoTags?.includes(reference))
  if (fits.length === 1 && fits[0]) return fits[0]
  const offered = saved.flatMap((each) => each.RepoTags ?? []).join(', ') || 'unnamed images'
  throw new OciError('image_missing', `${file} holds ${saved.length} images (${offered}); name exactly one of them`)
}

/** A plain tar's digest is its `diff_id`; it is checked when the layer is read. A compressed one is hashed now. */
async function describeLayer(files: ArchiveFiles, path: string, diffId: string | undefined): Promise<Descriptor> {
  const hash = createHash('sha256')
  let compressed: boolean | undefined
  for await (const chunk of files.open(path) as AsyncIterable<Buffer>) {
    compressed ??= chunk[0] === 0x1f && chunk[1] === 0x8b
    if (!compressed) break
    hash.update(chunk)
  }
  const digest = compressed ? `sha256:${hash.digest('hex')}` : (diffId ?? '')
  return { mediaType: compressed ? mediaTypes.layerGzip : mediaTypes.layer, digest, size: files.size(path) }
}
