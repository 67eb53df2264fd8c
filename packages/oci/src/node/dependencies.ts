import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { OciError } from '../oci-error.ts'

interface PackageJson {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

export interface PlacedPackage {
  name: string
  /** Where it is on this machine, links resolved. */
  source: string
  /** Where it goes, relative to the application (`node_modules/…`). */
  place: string
  /** A package of the workspace rather than an installed one. */
  workspace: boolean
}

/**
 * The application's production dependencies and theirs, each with a place below its node_modules. One breadth first walk:
 * a package goes to the top unless another version is visible from where it is needed, then it nests under its user.
 * What is left out is not followed either.
 * A package's own places are all taken before the packages nested below it are looked at, so none is shadowed later.
 */
export async function placeDependencies(
  dir: string,
  { leaveOut = new Set(), cpu = 'x64' }: { leaveOut?: ReadonlySet<string>; cpu?: string } = {},
): Promise<PlacedPackage[]> {
  const placed = new Map<string, PlacedPackage>()
  const queue: { source: string; place: string }[] = [{ source: await realpath(dir), place: '' }]
  for (let user = queue.shift(); user; user = queue.shift()) {
    for (const { name, optional } of await dependenciesOf(user.source)) {
      if (leaveOut.has(name)) continue
      const source = await locate(user.source, name)
      if (optional && (source === undefined || !(await isForImages(source, cpu)))) continue
      if (!source)
        throw new OciError(
          'build_impossible',
          `${name}, which ${user.source} needs, is not installed; run npm install there`,
        )
      const place = choosePlace(placed, user.place, name, source)
      if (placed.has(place)) continue
      placed.set(place, { name, source, place, workspace: !source.split(sep).includes('node_modules') })
      queue.push({ source, place })
    }
  }
  return [...placed.values()]
}

function choosePlace(placed: Map<string, PlacedPackage>, user: string, name: string, source: string): string {
  for (const scope of scopes(user)) {
    const place = `${scope}node_modules/${name}`
    const there = placed.get(place)
    if (there?.source === source) return place
    if (there) return `${user === '' ? '' : `${user}/`}node_modules/${name}`
  }
  return `node_modules/${name}`
}

/** The folders whose node_modules Node looks into, nearest first. */
function scopes(place: string): string[] {
  const found: string[] = []
  for (let at = place; at !== ''; at = outer(at)) found.push(`${at}/`)
  return [...found, '']
}

function outer(place: string): string {
  const end = place.lastIndexOf('node_modules/')
  return end <= 0 ? '' : place.slice(0, end - 1)
}

/** Whether a package says that it works where images run; npm installs optional ones for other platforms when it is asked to. */
async function isForImages(source: string, cpu: string): Promise<boolean> {
  const { os, cpu: cpus, libc } = await packageAt(source)
  return allows(os, 'linux') && allows(cpus, cpu) && allows(libc, 'glibc')
}

/** A list of names, of which `!name` excludes; without a list, or with exclusions alone, anything else is allowed. */
function allows(list: string | string[] | undefined, name: string): boolean {
  const names = [list ?? []].flat()
  if (names.includes(`!${name}`)) return false
  return names.includes(name) || names.includes('any') || names.every((each) => each.startsWith('!'))
}

async function packageAt(source: string): Promise<PackageJson> {
  return JSON.parse(await readFile(join(source, 'package.json'), 'utf8').catch(() => '{}')) as PackageJson
}

async function dependenciesOf(source: string): Promise<{ name: string; optional: boolean }[]> {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = await packageAt(source)
  const names = new Map<string, boolean>()
  for (const name of Object.keys(peerDependencies)) names.set(name, true)
  for (const name of Object.keys(dependencies)) names.set(name, false)
  for (const name of Object.keys(optionalDependencies)) names.set(name, true)
  return [...names].map(([name, optional]) => ({ name, optional })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function locate(from: string, name: string): Promise<string | undefined> {
  for (let at = from; ; at = dirname(at)) {
    if (basename(at) !== 'node_modules') {
      const candidate = join(at, 'node_modules', name)
      const there = await stat(join(candidate, 'package.json')).catch(() => undefined)
      if (there) return realpath(candidate)
    }
    if (at === dirname(at)) return undefined
  }
}
