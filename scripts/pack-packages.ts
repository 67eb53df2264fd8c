import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packDownloads } from './pack-downloads.ts'
import { buildSdk, packPackage } from './pack-sdk.ts'

// Builds what authors and other tools install: every package that is published, as JavaScript with types, because Node
// refuses .ts files below node_modules. Each is compiled against the built form of those before it, as its users will meet it.

const root = resolve(import.meta.dirname, '..')

/** Published packages, each after those it needs, and what of them is not code. */
const published: {
  name: string
  assets: string[]
  more?: Record<string, string>
  optional?: string[]
  node: string
}[] = [
  { name: 'manifest', assets: ['schema'], node: '>=20.19' },
  { name: 'contract', assets: [], node: '>=20.19' },
  { name: 'oci', assets: [], node: '>=22.13' },
  // Only a platform in a cluster needs its client, and it loads it when it does; the tool would carry 100 MB of it.
  { name: 'engines', assets: [], optional: ['@kubernetes/client-node'], node: '>=22.13' },
  { name: 'pages', assets: [], node: '>=20.19' },
  { name: 'simulator', assets: ['page', 'README.md'], node: '>=22.13' },
  // `mkt dev` runs the simulator as a program: no import says so.
  { name: 'cli', assets: ['templates', 'dev-page'], more: { '@mkt/simulator': '' }, node: '>=22.13' },
]

interface PackageJson {
  name: string
  version: string
  description: string
  license: string
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
}

/** A folder whose node_modules holds everything installed here, and none of our packages. */
export function foreignModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@mkt'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@mkt' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
}

/** Builds every published package below `out`; gives back their folders by name. The SDK has a build of its own. */
export function buildPackages(out: string): Map<string, string> {
  const work = mkdtempSync(join(tmpdir(), 'mkt-packages-'))
  const built = new Map<string, string>()
  try {
    foreignModules(work)
    const sdk = buildSdk(join(out, 'sdk'))
    for (const { name, assets, more, optional, node } of published) {
      const folder = join(out, name)
      const source = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as PackageJson
      compile(name, work, folder)
      for (const asset of assets) cpSync(join(root, 'packages', name, asset), join(folder, asset), { recursive: true })
      if (name === 'cli') copySdks(sdk, join(folder, 'sdks'))
      cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
      const description = describePackage(source, folder, { node, more: more ?? {}, optional: optional ?? [] })
      writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
      symlinkSync(folder, join(work, 'node_modules/@mkt', name))
      built.set(source.name, folder)
    }
    built.set('@mkt/sdk', sdk)
  } finally {
    rmSync(work, { recursive: true })
  }
  return built
}

/** What `mkt init` puts into a new app, by language. */
function copySdks(node: string, target: string): void {
  cpSync(node, join(target, 'node'), { recursive: true })
  for (const [language, part] of [
    ['python', 'mkt_sdk'],
    ['java', 'src'],
  ] as const)
    cpSync(join(root, 'sdks', language, part), join(target, language, part), {
      recursive: true,
      filter: (path) => !path.includes('__pycache__'),
    })
}

function compile(name: string, work: string, folder: string): void {
  const stage = join(work, name)
  const home = join(root, 'packages', name, 'src')
  cpSync(home, join(stage, 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.ts$/.test(path) && !path.startsWith(join(home, 'testing')),
  })
  writeFileSync(join(stage, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(stage, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noEmit: false, rootDir: stage, outDir: folder, declaration: true, preserveSymlinks: true },
      include: ['src'],
    }),
  )
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', stage], { stdio: ['ignore', 'inherit', 'inherit'] })
}

const asJavaScript = (path: string) => path.replace(/\.ts$/, '.js')

interface Publishing {
  node: string
  more: Record<string, string>
  /** Dependencies that are not installed along: those who need one install it. */
  optional: readonly string[]
}

function describePackage(source: PackageJson, folder: string, { node, more, optional }: Publishing): object {
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

/** Packs everything that others install into a folder, and what a platform serves into `downloads` below it. Returns the paths. */
export async function packAll(out: string): Promise<string[]> {
  rmSync(out, { recursive: true, force: true })
  const stage = join(out, '.build')
  const built = buildPackages(stage)
  const tarballs = [...built.values()].map((folder) => packPackage(folder, out))
  await packDownloads(built, join(out, 'downloads'))
  rmSync(stage, { recursive: true })
  return [...tarballs, join(out, 'downloads')]
}

if (import.meta.main)
  for (const path of await packAll(resolve(process.argv[2] ?? join(root, 'dist/packages'))))
    process.stdout.write(`${path}\n`)
