import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { digestOf } from '../digest.ts'
import { imageFrom } from '../image.ts'
import {
  type BlobSource,
  defaultLimits,
  type Image,
  type ImageConfig,
  type ImageManifest,
  mediaTypes,
} from '../model.ts'
import { OciError } from '../oci-error.ts'
import { blobPath, layoutSource } from '../sources/layout.ts'
import { type WrittenLayer, writeLayer } from '../write-layer.ts'
import { applicationTree, dependencyTree } from './application-tree.ts'
import { baseLayer, nodePath } from './base-layer.ts'
import { findEntry } from './entry.ts'
import { textItem, withParents } from './tree.ts'

export interface BuildNodeImageOptions {
  /** The application's folder, with its package.json. */
  dir: string
  /** The text of platform-app.json, put at the image's root; default: the file in `dir`. */
  manifest?: string | Uint8Array
  /** The program, relative to `dir`; default: `node x` of the start script, `main` of package.json, or src/main.ts and the like. */
  entry?: string
  /** A Linux amd64 Node binary; default: the one running. */
  node?: string
  /** Where base layers are kept between builds; default: `$XDG_CACHE_HOME/mkt/oci` or `~/.cache/mkt/oci`. */
  cacheDir?: string
  /** More environment for the image, over `NODE_ENV=production`. */
  env?: Record<string, string>
  onStep?: (step: 'base' | 'dependencies' | 'application' | 'done') => void
}

/**
 * Builds an image of a Node application without Docker: a base layer (kept between builds), its dependencies, its files and
 * `platform-app.json` on top. Same input, same digest. Close the image to remove its temporary files.
 *
 * ```ts
 * const image = await buildNodeImage({ dir: './rater' })
 * await writeArchive(image, 'rater.tar', { name: 'acme/rater:1.2.0' })
 * await image.close()
 * ```
 */
export async function buildNodeImage(options: BuildNodeImageOptions): Promise<Image> {
  const dir = resolve(options.dir)
  const manifest = options.manifest ?? (await manifestIn(dir))
  const entry = await findEntry(dir, options.entry)
  const cacheDir = options.cacheDir ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mkt', 'oci')
  const work = await mkdtemp(join(tmpdir(), 'mkt-build-'))
  const remove = () => rm(work, { recursive: true, force: true })
  try {
    options.onStep?.('base')
    const layers: WrittenLayer[] = [await baseLayer(options.node ?? process.execPath, cacheDir)]
    options.onStep?.('dependencies')
    const dependencies = await dependencyTree(dir)
    if (dependencies.size > 0) layers.push(await writeLayer(work, withParents(dependencies)))
    options.onStep?.('application')
    layers.push(await writeLayer(work, withParents(await applicationTree(dir))))
    layers.push(await writeLayer(work, [textItem('platform-app.json', manifest)]))
    const digest = await writeDocuments(work, layers, runConfig(entry, options.env ?? {}))
    options.onStep?.('done')
    return await imageFrom(sourceOf(work, cacheDir, remove), digest, defaultLimits)
  } catch (error) {
    await remove()
    throw error
  }
}

async function manifestIn(dir: string): Promise<Buffer> {
  return readFile(join(dir, 'platform-app.json')).catch((error: unknown) => {
    throw new OciError('build_impossible', `${dir} has no platform-app.json; write one with "mkt init"`, {
      cause: error,
    })
  })
}

function runConfig(entry: string, env: Record<string, string>): NonNullable<ImageConfig['config']> {
  const all = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/app', NODE_ENV: 'production', ...env }
  return {
    User: '1000:1000',
    Env: Object.entries(all).map(([name, value]) => `${name}=${value}`),
    Entrypoint: [nodePath, `/app/${entry}`],
    WorkingDir: '/app',
  }
}

async function writeDocuments(
  work: string,
  layers: WrittenLayer[],
  config: NonNullable<ImageConfig['config']>,
): Promise<string> {
  const configBytes = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
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
