import { layerPath, linkTarget, opaqueWhiteout, whiteoutPrefix, whiteoutTarget } from '../layer-path.ts'
import { OciError } from '../oci-error.ts'
import type { TarEntry } from '../tar/read-tar.ts'
import { classify } from './classify.ts'
import type { FileFacts } from './component.ts'
import { type Reading, readFacts } from './read-facts.ts'

/** What one layer does to the bill of materials; layers are put together by `mergeScans`. */
export interface LayerScan {
  /** Paths that hide what lower layers have there or below: everything the layer writes, and its whiteouts. */
  replaced: string[]
  removed: string[]
  /** Folders whose lower content is hidden. */
  opaque: string[]
  symlinks: [path: string, target: string][]
  /** Hard links to files of this or a lower layer. */
  links: [path: string, target: string][]
  facts: [path: string, facts: FileFacts][]
  /** What its files take when they are unpacked. */
  bytes: number
}

/** What a file or folder takes besides its content, roughly. */
const ENTRY_BYTES = 512

export function emptyScan(): LayerScan {
  return { replaced: [], removed: [], opaque: [], symlinks: [], links: [], facts: [], bytes: 0 }
}

export function tookTooLong(): OciError {
  return new OciError('limit_exceeded', 'reading the image took too long')
}

/** Reads every entry of a layer once, as it streams by. */
export async function scanLayer(
  entries: AsyncIterable<TarEntry>,
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<LayerScan> {
  const scan = emptyScan()
  for await (const entry of entries) {
    if (signal?.aborted) throw tookTooLong()
    const parts = layerPath(entry.path)
    const base = parts.at(-1)
    if (base === undefined) continue
    const path = parts.join('/')
    scan.bytes += ENTRY_BYTES + entry.size
    if (base === opaqueWhiteout) scan.opaque.push(parts.slice(0, -1).join('/'))
    else if (base.startsWith(whiteoutPrefix)) scan.removed.push(whiteoutTarget(parts.slice(0, -1), base).join('/'))
    else if (entry.type === 'symlink') scan.symlinks.push([path, linkTarget(entry.linkPath)])
    else if (entry.type === 'link') scan.links.push([path, layerPath(entry.linkPath).join('/')])
    else if (entry.type === 'file') await scanFile(scan, parts, entry, reading)
    if (entry.type !== 'directory') scan.replaced.push(path)
  }
  return scan
}

async function scanFile(scan: LayerScan, parts: string[], entry: TarEntry, reading: Reading): Promise<void> {
  const kind = classify(parts, entry.mode)
  if (kind === undefined || entry.size === 0) return
  const path = parts.join('/')
  const facts = await readFacts(kind, path, entry.body as AsyncIterable<Buffer>, reading)
  if (Object.values(facts).some((value) => value !== undefined && !(Array.isArray(value) && value.length === 0)))
    scan.facts.push([path, facts])
}
