import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type PlacedPackage, placeDependencies } from '../packages/oci/src/node/dependencies.ts'

// The tool as one package that carries everything it needs: npm installs it from an address, and no registry is asked.

const root = resolve(import.meta.dirname, '..')

interface PackageJson {
  dependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  gypfile?: boolean
  scripts?: Record<string, string>
}

/** Only a platform in a cluster loads it, and it is larger than everything else together. */
const leftOut = new Set(['@kubernetes/client-node'])

/** Makes the folder of that package. `built` are the folders of our packages by name, as `buildPackages` made them. */
export async function bundleTool(built: ReadonlyMap<string, string>, folder: string): Promise<string> {
  const tool = built.get('@mkt/cli') ?? ''
  const modules = join(dirname(tool), 'node_modules')
  linkModules(built, modules)
  try {
    const packages = await placeDependencies(tool, { leaveOut: leftOut })
    cpSync(tool, folder, { recursive: true })
    for (const one of packages.filter(isPortable)) copy(one, folder)
  } finally {
    rmSync(modules, { recursive: true })
  }
  const file = join(folder, 'package.json')
  const description = JSON.parse(readFileSync(file, 'utf8')) as PackageJson & { files: string[] }
  const bundleDependencies = Object.keys(description.dependencies ?? {})
  writeFileSync(file, `${JSON.stringify({ ...description, bundleDependencies }, null, 2)}\n`)
  return folder
}

/** Our packages as they were built, beside everything else that is installed here. */
function linkModules(built: ReadonlyMap<string, string>, modules: string): void {
  mkdirSync(join(modules, '@mkt'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@mkt' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const [name, home] of built) symlinkSync(home, join(modules, name))
}

/** Types are of no use to a program, and compiled parts only to machines like this one; those who bring them do without. */
function isPortable({ name, source }: PlacedPackage): boolean {
  if (name.startsWith('@types/') || name === 'undici-types' || name === 'nan') return false
  const { os, cpu, gypfile, scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as PackageJson
  return os === undefined && cpu === undefined && gypfile !== true && !/gyp/.test(scripts?.install ?? '')
}

function copy({ source, place }: PlacedPackage, folder: string): void {
  cpSync(source, join(folder, place), {
    recursive: true,
    filter: (path) => !/\/node_modules(\/|$)|\.d\.[mc]?ts$|\.map$|\.node$/.test(path.slice(source.length)),
  })
}
