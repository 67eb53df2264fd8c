import type { FileFacts, FoundPackage } from '../component.ts'

/** One installed package; what carries no name and version (a marker of the module type, a fixture) is no package. */
export function readPackageJson(text: string, installed: boolean): FileFacts {
  const value = objectOf(text)
  const found = packageOf(value.name, value.version, value.license)
  if (found === undefined) return {}
  return { packages: [found], ...(installed ? {} : { linkedOnly: true }) }
}

/** A lock file of version 2 or 3, which lists every place below node_modules; version 1 nests them. */
export function readPackageLock(text: string): FileFacts {
  const value = objectOf(text)
  const packages: FoundPackage[] = []
  for (const [path, entry] of Object.entries(isObject(value.packages) ? value.packages : {})) {
    const at = path.lastIndexOf('node_modules/')
    if (at === -1 || !isObject(entry) || entry.link === true) continue
    const found = packageOf(entry.name ?? path.slice(at + 'node_modules/'.length), entry.version, entry.license)
    if (found !== undefined) packages.push(found)
  }
  if (!isObject(value.packages)) nested(value.dependencies, packages, 0)
  return { packages, lock: true }
}

function nested(dependencies: unknown, packages: FoundPackage[], depth: number): void {
  if (!isObject(dependencies) || depth > 50) return
  for (const [name, entry] of Object.entries(dependencies)) {
    if (!isObject(entry)) continue
    const found = packageOf(name, entry.version, undefined)
    if (found !== undefined) packages.push(found)
    nested(entry.dependencies, packages, depth + 1)
  }
}

function packageOf(name: unknown, version: unknown, license: unknown): FoundPackage | undefined {
  if (typeof name !== 'string' || typeof version !== 'string' || name === '' || version === '') return undefined
  if (name.length > 214 || version.length > 256) return undefined
  return { type: 'npm', name, version, ...(typeof license === 'string' && license !== '' ? { license } : {}) }
}

function objectOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (!isObject(value)) throw new Error('it is not a JSON object')
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
