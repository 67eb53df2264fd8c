import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

export interface PackageJson {
  name: string
  version: string
  description: string
  license: string
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
}

const asJavaScript = (path: string) => path.replace(/\.ts$/, '.js')

interface Publishing {
  node: string
  more: Record<string, string>
  /** Dependencies that are not installed along: those who need one install it. */
  optional: readonly string[]
}

/** What the built package says of itself. */
export function describePackage(source: PackageJson, folder: string, { node, more, optional }: Publishing): object {
  const { name, version, description, license, exports, bin, dependencies } = source
  const entries = Object.entries(exports ?? {})
    .filter(([, path]) => existsSync(join(folder, asJavaScript(path))))
    .map(([key, path]) => {
      const file = asJavaScript(path)
      return [key, file.endsWith('.js') ? { types: path.replace(/\.ts$/, '.d.ts'), default: file } : file]
    })
  const needed = Object.entries(dependencies ?? {})
  const own = Object.fromEntries(Object.keys(more).map((key) => [key, version]))
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node },
    ...(entries.length > 0 && { exports: { ...Object.fromEntries(entries), './package.json': './package.json' } }),
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([key, path]) => [key, asJavaScript(path)])) }),
    dependencies: { ...Object.fromEntries(needed.filter(([key]) => !optional.includes(key))), ...own },
    ...(optional.length > 0 && {
      peerDependencies: Object.fromEntries(needed.filter(([key]) => optional.includes(key))),
      peerDependenciesMeta: Object.fromEntries(optional.map((key) => [key, { optional: true }])),
    }),
    files: globSync('*', { cwd: folder }).filter((entry) => entry !== 'package.json'),
  }
}
