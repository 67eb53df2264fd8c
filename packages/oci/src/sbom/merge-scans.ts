import { followLink } from '../layer-path.ts'
import { PathTree } from '../path-tree.ts'
import type { Component, Contents, FileFacts, FoundPackage, Unread } from './component.ts'
import { ecosystemOf } from './ecosystem.ts'
import type { LayerScan } from './layer-scan.ts'
import { type Distribution, purlOf } from './purl.ts'

const MAX_COMPONENTS = 100_000
const MAX_UNREAD = 1_000
const MAX_NAME = 512

/** Puts the layers over each other, bottom first, and lists what a container of the image would find. */
export function mergeScans(scans: readonly LayerScan[]): Contents {
  const state: State = { files: new PathTree(), symlinks: new PathTree() }
  for (const scan of scans) apply(state, scan)
  return { ...contentsOf(state), unpackedBytes: scans.reduce((sum, scan) => sum + scan.bytes, 0) }
}

interface State {
  files: PathTree<FileFacts>
  symlinks: PathTree<string>
}

function apply(state: State, scan: LayerScan): void {
  const { files, symlinks } = state
  for (const path of scan.removed) remove(state, real(symlinks, path), true)
  for (const folder of scan.opaque) remove(state, real(symlinks, folder), false)
  // What replaces a folder by something else hides everything that was below it.
  for (const path of scan.replaced) remove(state, real(symlinks, path), true)
  for (const [path, target] of scan.symlinks) symlinks.set(real(symlinks, path), target)
  for (const [path, facts] of scan.facts) files.set(real(symlinks, path), facts)
  for (const [path, target] of scan.links) {
    const facts = files.get(real(symlinks, target))
    if (facts !== undefined) files.set(real(symlinks, path), facts)
  }
}

function remove({ files, symlinks }: State, path: string[], itself: boolean): void {
  for (const tree of [files, symlinks]) {
    if (itself) tree.delete(path)
    tree.deleteBelow(path)
  }
}

/** No path of a layer has more; one that links make longer leads nowhere. */
const MAX_PARTS = 512

/** The parts of a path with the links in its folders followed; circles end where they began. */
function real(symlinks: PathTree<string>, path: string | string[]): string[] {
  let current = typeof path === 'string' ? partsOf(path) : path
  for (let hops = 0; hops < 40 && current.length <= MAX_PARTS; hops += 1) {
    const depth = symlinks.depthOfFirst(current)
    if (depth === undefined) break
    const target = followLink(current.slice(0, depth - 1), symlinks.get(current.slice(0, depth)) ?? '')
    current = [...target, ...current.slice(depth)]
  }
  return current
}

function partsOf(path: string): string[] {
  return path === '' ? [] : path.split('/')
}

function contentsOf({ files, symlinks }: State): Omit<Contents, 'unpackedBytes'> {
  const distribution = distributionOf(files, symlinks)
  const linked = linkedFolders(symlinks)
  const all = files.entries()
  const installed = new Set(all.flatMap(([path]) => installedBeside(path)))
  const components = new Map<string, Component>()
  const unread: Unread[] = []
  for (const [path, facts] of all.sort(([a], [b]) => (a < b ? -1 : 1))) {
    unread.push(...(facts.unread ?? []))
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (facts.linkedOnly && !linked.has(folder)) continue
    if (facts.lock && installed.has(folder)) continue
    for (const found of facts.packages ?? []) add(components, found, path, distribution)
  }
  const listed = [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  if (listed.length > MAX_COMPONENTS)
    unread.push({ path: '/', reason: `holds ${listed.length} packages; the first ${MAX_COMPONENTS} are listed` })
  const more = unread.length - MAX_UNREAD
  const shown = more > 0 ? [...unread.slice(0, MAX_UNREAD), { path: '/', reason: `${more} more files` }] : unread
  return { components: listed.slice(0, MAX_COMPONENTS), unread: shown, distribution }
}

function add(
  components: Map<string, Component>,
  found: FoundPackage,
  path: string,
  distribution: Distribution | null,
): void {
  const purl = purlOf(found, distribution)
  const known = components.get(purl)
  if (known === undefined)
    components.set(purl, { ...found, purl, ecosystem: ecosystemOf(found, distribution), paths: [path] })
  else if (known.paths.length < 100 && !known.paths.includes(path)) known.paths.push(path)
}

/** Folders that links in node_modules folders lead to: workspaces of a monorepo, which are packages as well. */
function linkedFolders(symlinks: PathTree<string>): Set<string> {
  const folders = new Set<string>()
  for (const [path, target] of symlinks.entries()) {
    const parts = path.split('/')
    if (parts.includes('node_modules')) folders.add(real(symlinks, followLink(parts.slice(0, -1), target)).join('/'))
  }
  return folders
}

/** The folder whose node_modules a file lies in. */
function installedBeside(path: string): string[] {
  const at = `/${path}`.indexOf('/node_modules/')
  return at === -1 ? [] : [path.slice(0, Math.max(0, at - 1))]
}

function distributionOf(files: PathTree<FileFacts>, symlinks: PathTree<string>): Distribution | null {
  const link = symlinks.get(['etc', 'os-release'])
  const target = link === undefined ? undefined : followLink(['etc'], link)
  const paths = [['etc', 'os-release'], ...(target === undefined ? [] : [target]), ['usr', 'lib', 'os-release']]
  for (const path of paths) {
    const keys = files.get(path)?.distribution
    // It is repeated in the name of every package.
    if (keys?.ID && keys.ID.length + (keys.VERSION_ID ?? '').length <= MAX_NAME)
      return { id: keys.ID.toLowerCase(), version: keys.VERSION_ID ?? '' }
  }
  return null
}
