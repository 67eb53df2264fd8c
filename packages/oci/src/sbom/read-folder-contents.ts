import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { defaultLimits } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { classify } from './classify.ts'
import type { Contents } from './component.ts'
import { emptyScan, type LayerScan } from './layer-scan.ts'
import { mergeScans } from './merge-scans.ts'
import { beginReading, type Reading, readFacts } from './read-facts.ts'

/**
 * Lists the packages of a folder: an application with its node_modules, or the root of a file system. Links are noted and
 * never followed, so nothing outside the folder is read.
 *
 * ```ts
 * const { components } = await readFolderContents('./my-app')
 * ```
 */
export async function readFolderContents(folder: string, options: { signal?: AbortSignal } = {}): Promise<Contents> {
  const scratch = await mkdtemp(join(tmpdir(), 'mkt-sbom-'))
  try {
    // A node_modules folder given by itself is read as one.
    const above = basename(resolve(folder)) === 'node_modules' ? ['node_modules'] : []
    const walk = {
      folder,
      above,
      scan: emptyScan(),
      reading: beginReading(scratch),
      left: defaultLimits.entries,
      ...options,
    }
    await walkFolder(walk, [])
    return mergeScans([walk.scan])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Walk {
  folder: string
  above: string[]
  scan: LayerScan
  reading: Reading
  left: number
  signal?: AbortSignal
}

async function walkFolder(walk: Walk, parts: string[]): Promise<void> {
  const names = await readdir(join(walk.folder, ...parts)).catch((error: NodeJS.ErrnoException) => {
    if (parts.length === 0) throw new OciError('file_missing', `${walk.folder} cannot be read: ${error.message}`)
    note(walk, parts, error)
    return []
  })
  for (const name of names.sort()) {
    walk.left -= 1
    if (walk.left < 0) throw new OciError('limit_exceeded', 'the folder holds more files than allowed')
    if (walk.signal?.aborted) throw new OciError('limit_exceeded', 'reading the folder took too long')
    await visit(walk, [...parts, name]).catch((error: unknown) => {
      if (error instanceof OciError) throw error
      note(walk, [...parts, name], error as Error)
    })
  }
}

async function visit(walk: Walk, parts: string[]): Promise<void> {
  const place = join(walk.folder, ...parts)
  const found = await lstat(place)
  const shown = [...walk.above, ...parts]
  const path = shown.join('/')
  if (found.isDirectory()) return walkFolder(walk, parts)
  if (found.isSymbolicLink()) {
    walk.scan.symlinks.push([path, await readlink(place)])
    return
  }
  const kind = found.isFile() && found.size > 0 ? classify(shown, found.mode) : undefined
  if (kind === undefined) return
  walk.scan.facts.push([path, await readFacts(kind, path, createReadStream(place), walk.reading)])
}

function note(walk: Walk, parts: string[], error: Error): void {
  const path = parts.join('/')
  walk.scan.facts.push([path, { unread: [{ path, reason: error.message }] }])
}
