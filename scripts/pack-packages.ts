import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fingerprintOf, keptBuild } from './kept-build.ts'
import { describePackage, type PackageJson } from './pack-description.ts'
import { packDownloads } from './pack-downloads.ts'
import { buildSdk, packPackage } from './pack-sdk.ts'

// Builds what authors and other tools install: every package that is published, as JavaScript with types, because Node
// refuses .ts files below node_modules. Each is compiled against the built form of those before it, as its users will meet it.

const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')

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

/** A folder whose node_modules holds everything installed here, and none of our packages. */
export function foreignModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@mkt'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@mkt' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
}

/** All that decides how the packages, and the downloads made of them, come out. */
const sources = [
  `packages/{${[...published.map(({ name }) => name), 'sdk'].join()}}/**`,
  'sdks/**',
  'scripts/pack-*.ts',
  'scripts/write-zip.ts',
  'LICENSE',
  'package-lock.json',
  'tsconfig.base.json',
]

/** Builds every published package below `out`, or takes what was built of the same sources; gives back their folders by name. */
export async function buildPackages(out: string): Promise<Map<string, string>> {
  await keptBuild(out, { cache: join(cache, 'packages'), fingerprint: fingerprintOf(sources) }, compilePackages)
  return new Map([...published.map(({ name }) => name), 'sdk'].map((name) => [`@mkt/${name}`, join(out, name)]))
}

/** Puts into `out` what a platform serves, made of the packages that `buildPackages` built, or of the same ones before. */
export async function buildDownloads(built: ReadonlyMap<string, string>, out: string): Promise<void> {
  const kept = { cache: join(cache, 'downloads'), fingerprint: fingerprintOf(sources) }
  await keptBuild(out, kept, (folder) => packDownloads(built, folder))
}

/** The SDK has a build of its own. */
function compilePackages(out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'mkt-packages-'))
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
    }
  } finally {
    rmSync(work, { recursive: true })
  }
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

/** Packs everything that others install into a folder, and what a platform serves into `downloads` below it. Returns the paths. */
export async function packAll(out: string): Promise<string[]> {
  rmSync(out, { recursive: true, force: true })
  const stage = join(out, '.build')
  const built = await buildPackages(stage)
  const tarballs = [...built.values()].map((folder) => packPackage(folder, out))
  await buildDownloads(built, join(out, 'downloads'))
  rmSync(stage, { recursive: true })
  return [...tarballs, join(out, 'downloads')]
}

if (import.meta.main)
  for (const path of await packAll(resolve(process.argv[2] ?? join(root, 'dist/packages'))))
    process.stdout.write(`${path}\n`)
