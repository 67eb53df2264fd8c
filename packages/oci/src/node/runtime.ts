import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type Architecture, architectures, ownArchitecture } from '../build/architecture.ts'
import { readAll } from '../digest.ts'
import { OciError } from '../oci-error.ts'
import { readTar } from '../tar/read-tar.ts'
import { satisfiesRange } from './version-range.ts'

const run = promisify(execFile)

export interface NodeRuntime {
  /** The binary on this machine. */
  path: string
  version: string
  /** "of this machine", "from npm". */
  origin: string
}

export interface RuntimeOptions {
  dir: string
  /** A binary somebody named. */
  node?: string | undefined
  cacheDir: string
  architecture: Architecture
  /** What kind of machine builds; default: this one. */
  host?: Architecture | undefined
  /** The program that fetches packages; for tests. */
  npm?: string | undefined
}

/**
 * The Node that goes into the image: the one named, or the one running; another one from npm where `engines.node` asks for it, or where
 * the image is for another architecture than this machine.
 */
export async function chooseRuntime({
  dir,
  node,
  cacheDir,
  architecture,
  host = ownArchitecture(),
  npm = 'npm',
}: RuntimeOptions): Promise<NodeRuntime> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '{}')
  const range = (JSON.parse(text) as { engines?: { node?: string } }).engines?.node
  if (node !== undefined) {
    const version = await versionOf(node)
    if (range !== undefined && !satisfiesRange(version, range)) throw unfit(range, `${node} is ${version}`)
    return { path: node, version, origin: node }
  }
  const fits = range === undefined || satisfiesRange(process.version, range)
  if (fits && architecture === host)
    return { path: process.execPath, version: process.version, origin: 'of this machine' }
  // Elsewhere the same version, so that machines of every kind make the same image.
  const wanted = fits ? process.versions.node : range
  const { cpu } = architectures[architecture]
  return (await kept(cacheDir, cpu, wanted)) ?? fetched(cacheDir, cpu, wanted, npm)
}

async function versionOf(node: string): Promise<string> {
  const { stdout } = await run(node, ['--version']).catch(() => ({ stdout: '' }))
  return stdout.trim().split('\n')[0] ?? ''
}

const order = new Intl.Collator('en', { numeric: true })

/** Where a Node from npm is kept. */
function homeOf(cacheDir: string, cpu: string): string {
  return join(cacheDir, cpu === 'x64' ? 'node' : `node-${cpu}`)
}

async function kept(cacheDir: string, cpu: string, range: string): Promise<NodeRuntime | undefined> {
  const home = homeOf(cacheDir, cpu)
  const versions = (await readdir(home).catch(() => [])).filter((name) => satisfiesRange(name, range))
  const version = versions.sort(order.compare).at(-1)
  if (version === undefined) return undefined
  return { path: join(home, version, 'node'), version, origin: 'from npm' }
}

/** npm carries each version of Node for Linux, one package for each architecture. */
async function fetched(cacheDir: string, cpu: string, range: string, npm: string): Promise<NodeRuntime> {
  const home = homeOf(cacheDir, cpu)
  await mkdir(home, { recursive: true })
  const work = await mkdtemp(join(cacheDir, 'fetch-'))
  try {
    await run(npm, ['pack', `node-linux-${cpu}@${range}`, '--pack-destination', work], { cwd: work }).catch(
      (error: unknown) => {
        if (range !== process.versions.node)
          throw unfit(range, `this is ${process.version}, and npm has no other here`, error)
        throw new OciError(
          'build_impossible',
          `npm does not give Node ${range} for ${cpu} here, which the image needs; build on such a machine, or with Docker`,
          { cause: error },
        )
      },
    )
    const [file] = (await readdir(work)).filter((name) => name.endsWith('.tgz'))
    const binary = join(work, 'out', 'node')
    await mkdir(join(work, 'out'))
    const version = await extract(join(work, file ?? ''), binary)
    if (!satisfiesRange(version, range)) throw unfit(range, `npm gave ${version || 'no program'}`)
    await rename(join(work, 'out'), join(home, version)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    return { path: join(home, version, 'node'), version, origin: 'from npm' }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const BINARY_BYTES = 512 * 1024 ** 2

/** Takes the binary out, and gives the version that its package names: one of another architecture cannot be asked. */
async function extract(archive: string, to: string): Promise<string> {
  let version = ''
  for await (const entry of readTar(createReadStream(archive).pipe(createGunzip()))) {
    if (entry.path === 'package/package.json') {
      const text = (await readAll(entry.body, BINARY_BYTES, 'the package.json of Node')).toString()
      version = `v${(JSON.parse(text) as { version: string }).version}`
    }
    if (entry.path !== 'package/bin/node') continue
    await writeFile(to, await readAll(entry.body, BINARY_BYTES, 'the Node binary'))
    await chmod(to, 0o755)
  }
  return version
}

function unfit(range: string, why: string, cause?: unknown): OciError {
  return new OciError(
    'build_impossible',
    `engines.node asks for ${range}, and ${why}; run mkt with a Node that fits, widen the range, or build from a Dockerfile`,
    { cause },
  )
}
