import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDescend, createIgnore, type LeftOutReason } from './ignore.ts'
import { fileItem, type Tree, walk } from './tree.ts'

export interface LeftOut {
  /** Relative to the application's folder; a folder stands for everything below it. */
  path: string
  why: LeftOutReason
}

export interface FolderTrees {
  /** Programs and small texts: what changes from release to release. */
  code: Tree
  /** Pictures, tables and other large files, in a layer of their own: it is pushed again only when one of them changes. */
  assets: Tree
  leftOut: LeftOut[]
}

export interface FolderOptions {
  /** The archive that is going to be written: what a former build left there would be in the next image, and that one in the one after it. */
  output?: string | undefined
  /** Files that the language has no use for in an image. */
  skip?: (path: string) => boolean
}

/** The application's own files, below `app/`. */
export async function folderTrees(
  dir: string,
  { output, skip = () => false }: FolderOptions = {},
): Promise<FolderTrees> {
  const lines = await readFile(join(dir, '.dockerignore'), 'utf8').catch(() => '')
  const ignored = createIgnore(lines)
  const descends = createDescend(lines)
  const trees: FolderTrees = { code: new Map(), assets: new Map(), leftOut: [] }
  const wanted = (path: string, directory: boolean) => {
    if (skip(path)) return false
    const why = join(dir, path) === output ? 'is what the build writes' : ignored(path)
    if (why === undefined || (directory && descends(path))) return true
    if (!trees.leftOut.some((other) => other.path === path)) trees.leftOut.push({ path, why })
    return false
  }
  for await (const path of walk(dir, wanted)) {
    const item = await fileItem(`app/${path}`, join(dir, path))
    const asset = item.type === 'file' && isAsset(path, item.size)
    trees[asset ? 'assets' : 'code'].set(`app/${path}`, item)
  }
  trees.leftOut.sort((a, b) => (a.path < b.path ? -1 : 1))
  // Programs that look beside themselves find the manifest too, and this layer stays the same when only the version changes.
  const link = 'app/platform-app.json'
  trees.code.set(link, { type: 'symlink', path: link, linkPath: '/platform-app.json' })
  return trees
}

const codeNames = /\.([mc]?[jt]sx?|map|py|jar|class|html|css)$/
const ASSET_BYTES = 32 * 1024

/** Whether a file goes to the assets. Code does not, however large: a bundle changes with every release. */
export function isAsset(path: string, size: number): boolean {
  return size >= ASSET_BYTES && !codeNames.test(path)
}
