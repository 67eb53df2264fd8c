import { followLink } from '../layer-path.ts'
import type { Component, Contents, FileFacts, FoundPackage, Unread } from './component.ts'
import { ecosystemOf } from './ecosystem.ts'
import type { LayerScan } from './layer-scan.ts'
import { type Distribution, purlOf } from './purl.ts'

const MAX_COMPONENTS = 100_000
const MAX_UNREAD = 1_000

/** Puts the layers over each other, bottom first, and lists what a container of the image would find. */
export function mergeScans(scans: readonly LayerScan[]): Contents {
  const state: State = { files: new Map(), symlinks: new Map() }
  for (const scan of scans) apply(state, scan)
  return { ...contentsOf(state), unpackedBytes: scans.reduce((sum, scan) => sum + scan.bytes, 0) }
}

interface State {
  files: Map<string, FileFacts>
  symlinks: Map<string, string>
}

function apply(state: State, scan: LayerScan): void {
  const { files, symlinks } = state
  for (const path of scan.removed) remove(state, real(symlinks, path), true)
  for (const folder of scan.opaque) remove(state, real(symlinks, folder), false)
  // What replaces a folder by something else hides everything that was below it.
  const below = new Set([...files.keys(), ...symlinks.keys()].flatMap(foldersOf))
  for (const path of scan.replaced) {
    const at = real(symlinks, path)
    if (below.has(at)) remove(state, at, true)
    files.delete(at)
    symlinks.delete(at)
  }
  for (const [path, target] of scan.symlinks) symlinks.set(real(symlinks, path), target)
  for (const [path, facts] of scan.facts) files.set(real(symlinks, path), facts)
  for (const [path, target] of scan.links) {
    const facts = files.get(real(symlinks, target))
    if (facts !== undefined) files.set(real(symlinks, path), facts)
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

function remove({ files, symlinks }: State, path: string, itself: boolean): void {
  for (const map of [files, symlinks]) {
    if (itself) map.delete(path)
    for (const each of [...map.keys()]) if (path === '' || each.startsWith(`${path}/`)) map.delete(each)
  }
}

/** The path with the links in its folders followed; circles end where they began. */
function real(symlinks: Map<string, string>, path: string): string {
  let current = path
  for (let hops = 0; hops < 40 && symlinks.size > 0; hops += 1) {
    const folder = linkIn(symlinks, current)
    if (folder === undefined) break
    const above = folder.split('/').slice(0, -1)
    const target = followLink(above, symlinks.get(folder) ?? '').join('/')
    const rest = current.slice(folder.length + 1)
    current = target === '' ? rest : `${target}/${rest}`
  }
  return current
}

/** The first folder of a path that is a link. */
function linkIn(symlinks: Map<string, string>, path: string): string | undefined {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at)
    if (symlinks.has(folder)) return folder
  }
  return undefined
}

function contentsOf({ files, symlinks }: State): Omit<Contents, 'unpackedBytes'> {
  const distribution = distributionOf(files, symlinks)
  const linked = linkedFolders(symlinks)
  const installed = new Set([...files.keys()].flatMap(installedBeside))
  const components = new Map<string, Component>()
  const unread: Unread[] = []
  for (const [path, facts] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    unread.push(...(facts.unread ?? []))
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (facts.linkedOnly && !linked.has(folder)) continue
    if (facts.lock && installed.has(folder)) continue
    for (const found of facts.packages ?? []) add(components, found, path, distribution)
  }
  const all = [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  if (all.length > MAX_COMPONENTS)
    unread.push({ path: '/', reason: `holds ${all.length} packages; the first ${MAX_COMPONENTS} are listed` })
  const more = unread.length - MAX_UNREAD
  const shown = more > 0 ? [...unread.slice(0, MAX_UNREAD), { path: '/', reason: `${more} more files` }] : unread
  return { components: all.slice(0, MAX_COMPONENTS), unread: shown, distribution }
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
function linkedFolders(symlinks: Map<string, string>): Set<string> {
  const folders = new Set<string>()
  for (const [path, target] of symlinks) {
    const parts = path.split('/')
    if (parts.includes('node_modules')) folders.add(real(symlinks, followLink(parts.slice(0, -1), target).join('/')))
  }
  return folders
}

/** The folder whose node_modules a file lies in. */
function installedBeside(path: string): string[] {
  const at = `/${path}`.indexOf('/node_modules/')
  return at === -1 ? [] : [path.slice(0, Math.max(0, at - 1))]
}

function distributionOf(files: Map<string, FileFacts>, symlinks: Map<string, string>): Distribution | null {
  const link = symlinks.get('etc/os-release')
  const target = link === undefined ? undefined : followLink(['etc'], link).join('/')
  const paths = ['etc/os-release', ...(target === undefined ? [] : [target]), 'usr/lib/os-release']
  for (const path of paths) {
    const keys = files.get(path)?.distribution
    if (keys?.ID) return { id: keys.ID.toLowerCase(), version: keys.VERSION_ID ?? '' }
  }
  return null
}
