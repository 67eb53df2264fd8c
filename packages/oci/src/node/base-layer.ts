import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { OciError } from '../oci-error.ts'
import { blobPath } from '../sources/layout.ts'
import type { TarItem } from '../tar/write-tar.ts'
import { type WrittenLayer, writeLayer } from '../write-layer.ts'
import { assertAmd64 } from './elf.ts'
import { type Tree, withParents } from './tree.ts'

const run = promisify(execFile)

/** Raise when the content below changes, so that no older cached layer is taken for it. */
const recipe = 'base-2'

export const nodePath = '/usr/local/bin/node'

const texts: Record<string, string> = {
  'etc/passwd': 'root:x:0:0:root:/root:/sbin/nologin\napp:x:1000:1000:app:/home/app:/sbin/nologin\n',
  'etc/group': 'root:x:0:\napp:x:1000:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  // Engines bind their own over these; on a read-only root the places must exist.
  'etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
  'etc/resolv.conf': '',
  'etc/hostname': 'app\n',
}

const directories = ['app', 'dev', 'home/app', 'proc', 'run', 'sys', 'var/tmp']

/**
 * The layer under every Node application: the Node binary, the shared libraries it names, certificates and a user. Made
 * once per content and kept in `cacheDir`, which is an OCI layout's folder of blobs. Times are UTC: Node brings its own zones.
 */
export async function baseLayer(node: string, cacheDir: string): Promise<WrittenLayer> {
  const binary = await realpath(node)
  await assertAmd64(binary)
  const files = new Map([[nodePath.slice(1), binary]])
  for (const library of await librariesOf(binary)) files.set(library.slice(1), await realpath(library))
  const note = join(cacheDir, `${await keyOf(files)}.json`)
  const known = await cached(note, cacheDir)
  if (known) return known
  const layer = await writeLayer(cacheDir, await treeOf(files), 1)
  await mkdir(dirname(note), { recursive: true })
  await writeFile(`${note}.${process.pid}.tmp`, JSON.stringify(layer))
  await rename(`${note}.${process.pid}.tmp`, note)
  return layer
}

async function cached(note: string, cacheDir: string): Promise<WrittenLayer | undefined> {
  const text = await readFile(note, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const layer = JSON.parse(text) as WrittenLayer
  const blob = await stat(blobPath(cacheDir, layer.descriptor.digest)).catch(() => undefined)
  return blob?.size === layer.descriptor.size ? layer : undefined
}

/** What `ldd` names, plus the parts of the C library that are loaded only when names are looked up. */
async function librariesOf(binary: string): Promise<string[]> {
  const { stdout } = await run('ldd', [binary]).catch((error: unknown) => {
    throw new OciError('build_impossible', `ldd cannot name the libraries of ${binary}`, { cause: error })
  })
  const missing = /^\s*(\S+) => not found/m.exec(stdout)
  if (missing) throw new OciError('build_impossible', `${binary} needs ${missing[1]}, which this machine lacks`)
  const found = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].flatMap((match) => match[1] ?? [])
  const libc = found.find((path) => /\/libc\.so/.test(path))
  const late = libc
    ? ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'].map((name) => join(dirname(libc), name))
    : []
  const present = await Promise.all(late.map(async (path) => ((await stat(path).catch(() => undefined)) ? [path] : [])))
  return [...new Set([...found, ...present.flat()])].sort()
}

/** By identity, size and times instead of content: hashing the Node binary at every build took longer than the rest of it. */
async function keyOf(files: Map<string, string>): Promise<string> {
  const hash = createHash('sha256').update(`${recipe}\n${rootCertificates.join('\n')}\n`)
  for (const [path, source] of files) {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(source)
    hash.update(`${path} ${source} ${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

async function treeOf(files: Map<string, string>): Promise<TarItem[]> {
  const tree: Tree = new Map()
  for (const path of directories) tree.set(path, { type: 'directory', path, mode: 0o755 })
  tree.set('tmp', { type: 'directory', path: 'tmp', mode: 0o1777 })
  const certificates = `${rootCertificates.join('\n')}\n`
  for (const [path, text] of Object.entries({ ...texts, 'etc/ssl/certs/ca-certificates.crt': certificates })) {
    const bytes = Buffer.from(text)
    tree.set(path, { type: 'file', path, size: bytes.length, content: () => [bytes] })
  }
  for (const [path, source] of files) {
    const { size } = await stat(source)
    const content = () => createReadStream(source, { highWaterMark: 1024 * 1024 })
    tree.set(path, { type: 'file', path, mode: 0o755, size, content })
  }
  return withParents(tree)
}
