import { readAll } from './digest.ts'
import { type FoundEntry, LayerIndex } from './layer-index.ts'
import { followLink, layerPath } from './layer-path.ts'
import { defaultLimits, type Image, type Limits } from './model.ts'
import { OciError } from './oci-error.ts'
import { type Budget, readLayer } from './read-layer.ts'

export interface ReadFileOptions {
  /** A larger file is refused; default 1 MB. */
  maxBytes?: number
  limits?: Partial<Limits>
}

/**
 * One file as a container of this image would see it, or `undefined` when there is none: replaced files, whiteouts, hard
 * links and symbolic links are followed inside the image. Layers are read from the top and only as far down as needed;
 * nothing is written to disk.
 *
 * ```ts
 * const manifest = await readFile(image, '/platform-app.json', { maxBytes: 256 * 1024 })
 * ```
 */
export async function readFile(image: Image, path: string, options: ReadFileOptions = {}): Promise<Buffer | undefined> {
  const limits = { ...defaultLimits, ...options.limits }
  const budget: Budget = { bytes: limits.unpackedBytes, entries: limits.entries }
  const found = await new LayerIndex(image, budget).find(followLink([], path))
  if (!found) return undefined
  const maxBytes = options.maxBytes ?? 1024 * 1024
  if (found.size > maxBytes)
    throw new OciError('limit_exceeded', `${path} has ${found.size} bytes; at most ${maxBytes} are read`)
  return contentOf(image, found, maxBytes)
}

async function contentOf(image: Image, found: FoundEntry, maxBytes: number): Promise<Buffer> {
  let content: Buffer | undefined
  let number = 0
  // The layer is read to its end even after the file was seen: only then is it known to be the announced one.
  const budget: Budget = { bytes: Number.MAX_SAFE_INTEGER, entries: Number.MAX_SAFE_INTEGER }
  for await (const entry of readLayer(image, found.layer, budget)) {
    if (number === found.number && entry.type === 'file' && layerPath(entry.path).join('/') === found.path)
      content = await readAll(entry.body, maxBytes, found.path)
    number += 1
  }
  if (!content) throw new OciError('digest_mismatch', `layer ${found.layer} changed while it was read`)
  return content
}
