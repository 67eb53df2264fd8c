import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultLimits, type Image, type Limits } from '../model.ts'
import { type Budget, readLayer } from '../read-layer.ts'
import type { Contents } from './component.ts'
import { type LayerScan, scanLayer } from './layer-scan.ts'
import { mergeScans } from './merge-scans.ts'
import { beginReading } from './read-facts.ts'

/** Keeps what was read of a layer for the next image that has it, such as the layer with the runtime. */
export interface ScanCache {
  /** What is known of the layer; otherwise what `read` gives, for everybody who asks until it is there. */
  scan(layer: string, read: () => Promise<LayerScan>, signal?: AbortSignal): Promise<LayerScan>
}

export interface ReadContentsOptions {
  limits?: Partial<Limits>
  /** Ends the reading with an error. */
  signal?: AbortSignal
  cache?: ScanCache
}

/**
 * Lists the packages of an image from its layers, without running anything and without network. Files that cannot be read are
 * named; an image that is no proper image is refused.
 *
 * ```ts
 * const { components, unread } = await readContents(image)
 * ```
 */
export async function readContents(image: Image, options: ReadContentsOptions = {}): Promise<Contents> {
  const limits = { ...defaultLimits, ...options.limits }
  const budget: Budget = { bytes: limits.unpackedBytes, entries: limits.entries }
  const scratch = await mkdtemp(join(tmpdir(), 'mkt-sbom-'))
  try {
    const reading = beginReading(scratch)
    const scans: LayerScan[] = []
    for (const [index, layer] of image.layers.entries()) {
      const key = [layer.digest, layer.mediaType, image.config.rootfs.diff_ids[index]].join(' ')
      const read = () => scanLayer(readLayer(image, index, budget), reading, options.signal)
      scans.push(await (options.cache?.scan(key, read, options.signal) ?? read()))
    }
    return mergeScans(scans)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
