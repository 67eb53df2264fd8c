import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { layerPath, opaqueWhiteout, whiteoutPrefix, whiteoutTarget } from './layer-path.ts'
import { removeLostDrafts, storedLayer } from './layer-store.ts'
import { defaultLimits, type Image, type Limits } from './model.ts'
import { OciError } from './oci-error.ts'
import { type Budget, readLayer } from './read-layer.ts'
import { Rootfs } from './rootfs.ts'
import type { TarEntry } from './tar/read-tar.ts'

export interface UnpackOptions {
  limits?: Partial<Limits>
  signal?: AbortSignal
  /**
   * A folder on the same file system in which unpacked layers are kept: images that have a layer in common then share
   * its files. Nobody may write into files of such a tree.
   */
  layers?: string
}

/**
 * Writes the image's final file tree into `dir` (made when absent, otherwise empty). Files belong to the caller, setuid
 * bits are dropped, device nodes left out; links are kept as they are, so the host must not follow them. Every layer is
 * checked against its digests. On failure the directory may be half full: the caller removes it.
 *
 * ```ts
 * await unpackImage(image, '/var/lib/mkt/rootfs/…')
 * ```
 */
export async function unpackImage(image: Image, dir: string, options: UnpackOptions = {}): Promise<void> {
  await mkdir(dir, { recursive: true })
  if ((await readdir(dir)).length > 0)
    throw new OciError('unsupported', `${dir} is not empty; unpack into a new directory`)
  const limits = { ...defaultLimits, ...options.limits }
  const budget: Budget = { bytes: limits.unpackedBytes, entries: limits.entries }
  if (options.layers !== undefined) await removeLostDrafts(options.layers)
  const rootfs = new Rootfs(dir)
  for (const index of image.layers.keys()) {
    rootfs.beginLayer()
    for await (const entry of entriesOf(image, index, budget, options.layers)) {
      options.signal?.throwIfAborted()
      await apply(rootfs, entry).catch((error: unknown) => {
        throw refused(entry, error)
      })
    }
  }
}

type Entry = Pick<TarEntry, 'path' | 'linkPath' | 'type' | 'mode'> & ({ body: TarEntry['body'] } | { stored: string })

async function* entriesOf(
  image: Image,
  index: number,
  budget: Budget,
  layers: string | undefined,
): AsyncGenerator<Entry> {
  if (layers === undefined) return yield* readLayer(image, index, budget)
  const { home, entries } = await storedLayer(image, index, budget, layers)
  for (const entry of entries) yield { ...entry, stored: join(home, entry.content ?? '') }
}

async function apply(rootfs: Rootfs, entry: Entry): Promise<void> {
  const path = layerPath(entry.path)
  const base = path.at(-1)
  if (base === undefined) return
  if (base === opaqueWhiteout) return rootfs.opaque(path.slice(0, -1))
  if (base.startsWith(whiteoutPrefix)) return rootfs.whiteout(whiteoutTarget(path.slice(0, -1), base))
  if (entry.type === 'directory') return rootfs.directory(path, entry.mode)
  if (entry.type === 'file') {
    return 'stored' in entry ? rootfs.linkedFile(path, entry.stored) : rootfs.file(path, entry.mode, entry.body)
  }
  if (entry.type === 'symlink') return rootfs.symlink(path, entry.linkPath)
  if (entry.type === 'link') return rootfs.hardLink(path, layerPath(entry.linkPath))
}

/** What the file system refuses because of the entry itself; a full disk or a missing right is not the image's fault. */
const entryFaults = new Set([
  'ENOENT',
  'ENAMETOOLONG',
  'EINVAL',
  'ELOOP',
  'ENOTDIR',
  'EISDIR',
  'EMLINK',
  'ERR_INVALID_ARG_VALUE',
])

function refused(entry: Entry, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof OciError || !entryFaults.has(code)) return error
  return new OciError('archive_invalid', `${JSON.stringify(entry.path.slice(0, 200))} cannot be unpacked: ${message}`, {
    cause: error,
  })
}
