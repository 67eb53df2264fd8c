import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { OciError } from '../oci-error.ts'
import type { TarItem } from '../tar/write-tar.ts'

/** Path in the image → what is there. */
export type Tree = Map<string, TarItem>

/** All items with every parent directory named, in one order: the same tree always gives the same layer. */
export function withParents(tree: Tree): TarItem[] {
  const all: Tree = new Map()
  for (const path of tree.keys()) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth += 1) {
      const parent = parts.slice(0, depth).join('/')
      all.set(parent, { type: 'directory', path: parent, mode: 0o755 })
    }
  }
  for (const [path, item] of tree) all.set(path, item)
  return [...all.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

/** A file of this machine as it goes into a layer: of its mode only "executable" is kept. */
export async function fileItem(path: string, source: string): Promise<TarItem> {
  const { size, mode } = await stat(source)
  const content = () => (size === 0 ? [] : createReadStream(source))
  return { type: 'file', path, mode: (mode & 0o111) === 0 ? 0o644 : 0o755, size, content }
}

/** A program or library of this machine as it goes into a runtime's layer. */
export async function executableItem(path: string, source: string): Promise<TarItem> {
  const { size } = await stat(source)
  const content = () => createReadStream(source, { highWaterMark: 1024 * 1024 })
  return { type: 'file', path, mode: 0o755, size, content }
}

export function textItem(path: string, text: string | Uint8Array): TarItem {
  const bytes = Buffer.from(text as Uint8Array)
  return { type: 'file', path, size: bytes.length, content: () => [bytes] }
}

/**
 * Every file below `dir` that `wanted` lets through, as paths with `/`; links are followed as long as they stay inside. Others are
 * refused, or skipped where the folder is not the author's.
 */
export async function* walk(
  dir: string,
  wanted: (path: string, directory: boolean) => boolean,
  below = '',
  outside: 'refuse' | 'skip' = 'refuse',
): AsyncGenerator<string> {
  const root = await realpath(dir)
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name
    let directory = entry.isDirectory()
    if (entry.isSymbolicLink()) {
      if (!wanted(path, false)) continue
      const target = await realpath(join(root, path)).catch(() => undefined)
      const inside = target !== undefined && !relative(root, target).split(sep).includes('..')
      if (!inside && outside === 'skip') continue
      if (!inside) throw new OciError('build_impossible', `${path} is a link that leaves ${dir}; copy the file instead`)
      directory = (await stat(target)).isDirectory()
      if (directory && outside === 'skip') continue
      if (directory) throw new OciError('build_impossible', `${path} is a link to a folder; copy the folder instead`)
    }
    if (!wanted(path, directory)) continue
    if (directory) yield* walk(root, wanted, path, outside)
    else if (entry.isFile() || entry.isSymbolicLink()) yield path
  }
}
