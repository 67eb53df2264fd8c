import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { digestOf } from '../digest.ts'
import { imageFrom } from '../image.ts'
import {
  type BlobSource,
  defaultLimits,
  type Image,
  type ImageConfig,
  type ImageManifest,
  mediaTypes,
  type RunConfig,
} from '../model.ts'
import { OciError } from '../oci-error.ts'
import { blobPath, layoutSource } from '../sources/layout.ts'
import { type WrittenLayer, writeLayer } from '../write-layer.ts'
import type { Architecture } from './architecture.ts'
import { type Tree, textItem, withParents } from './tree.ts'

/** A layer with the name under which it is reported: kept from an earlier build, or still to be written. */
export type LayerPart = { name: string } & ({ written: WrittenLayer } | { tree: Tree })

export interface AssembleOptions {
  /** Bottom layer first; empty trees are left out. */
  layers: readonly LayerPart[]
  /** The text of platform-app.json, the layer on top. */
  manifest: string | Uint8Array
  config: RunConfig
  architecture: Architecture
  /** Where layers that were kept are. */
  cacheDir: string
  onLayer?: (layer: LayerReport) => void
}

export interface LayerReport {
  name: string
  /** Bytes as they are stored and pushed. */
  size: number
  digest: string
}

/** Puts layers together to an image: same layers and config, same digest. Close the image to remove its temporary files. */
export async function assembleImage({
  layers,
  manifest,
  config,
  architecture,
  cacheDir,
  onLayer,
}: AssembleOptions): Promise<Image> {
  const work = await mkdtemp(join(tmpdir(), 'mkt-build-'))
  const remove = () => rm(work, { recursive: true, force: true })
  try {
    const written: WrittenLayer[] = []
    const top: LayerPart = {
      name: 'manifest',
      tree: new Map([['platform-app.json', textItem('platform-app.json', manifest)]]),
    }
    for (const part of [...layers, top]) {
      if ('tree' in part && part.tree.size === 0) continue
      const layer = 'written' in part ? part.written : await writeLayer(work, withParents(part.tree))
      written.push(layer)
      onLayer?.({ name: part.name, size: layer.descriptor.size, digest: layer.descriptor.digest })
    }
    const digest = await writeDocuments(work, written, config, architecture)
    return await imageFrom(sourceOf(work, cacheDir, remove), digest, defaultLimits)
  } catch (error) {
    await remove()
    throw error
  }
}

/** How a built application is started: by user 1000, in `/app` unless its tree has another place. */
export function runConfigOf(argv: readonly string[], env: Record<string, string>, folder = '/app'): RunConfig {
  const all = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/app', ...env }
  return {
    User: '1000:1000',
    Env: Object.entries(all).map(([name, value]) => `${name}=${value}`),
    Entrypoint: [...argv],
    WorkingDir: folder,
  }
}

export async function manifestIn(dir: string): Promise<Buffer> {
  return readFile(join(dir, 'platform-app.json')).catch((error: unknown) => {
    throw new OciError('build_impossible', `${dir} has no platform-app.json; write one with "mkt init"`, {
      cause: error,
    })
  })
}

async function writeDocuments(
  work: string,
  layers: WrittenLayer[],
  config: RunConfig,
  architecture: Architecture,
): Promise<string> {
  const configBytes = Buffer.from(
    JSON.stringify({
      architecture,
      os: 'linux',
      config,
      rootfs: { type: 'layers', diff_ids: layers.map((layer) => layer.diffId) },
    } satisfies ImageConfig),
  )
  const manifest: ImageManifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: digestOf(configBytes), size: configBytes.length },
    layers: layers.map((layer) => layer.descriptor),
  }
  const manifestBytes = Buffer.from(JSON.stringify(manifest))
  for (const bytes of [configBytes, manifestBytes]) {
    const path = blobPath(work, digestOf(bytes))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return digestOf(manifestBytes)
}

function sourceOf(work: string, cacheDir: string, close: () => Promise<void>): BlobSource {
  const own = layoutSource(work)
  const cache = layoutSource(cacheDir)
  return {
    manifest: own.manifest,
    open: (descriptor) =>
      own.open(descriptor).catch((error: unknown) => {
        if (error instanceof OciError && error.code === 'image_missing') return cache.open(descriptor)
        throw error
      }),
    close,
  }
}
