import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { blobPath } from '../sources/layout.ts'
import { type WrittenLayer, writeLayer } from '../write-layer.ts'
import { executableItem, fileItem, type Tree, withParents } from './tree.ts'

/** Where base layers are kept between builds. It is an OCI layout's folder of blobs. */
export function defaultCacheDir(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mkt', 'oci')
}

/**
 * A layer of files of this machine (path in the image → file) over `below`, made once and kept in `cacheDir`. It is found by
 * identity, size and times of the files: hashing a runtime at every build takes longer than the rest of the build.
 * `files` are programs and libraries, `plain` keeps its modes. `recipe` names what else decides about the content; raise it when
 * that changes.
 */
export async function cachedLayer(
  cacheDir: string,
  recipe: string,
  files: ReadonlyMap<string, string>,
  below: Tree,
  plain: ReadonlyMap<string, string> = new Map(),
): Promise<WrittenLayer> {
  const note = join(cacheDir, `${await keyOf(recipe, [...files, ...plain])}.json`)
  const known = await cached(note, cacheDir)
  if (known) return known
  const tree: Tree = new Map(below)
  for (const [path, source] of plain) tree.set(path, await fileItem(path, source))
  for (const [path, source] of files) tree.set(path, await executableItem(path, source))
  const layer = await writeLayer(cacheDir, withParents(tree), 1)
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

async function keyOf(recipe: string, files: Iterable<readonly [string, string]>): Promise<string> {
  const hash = createHash('sha256').update(`${recipe}\n${process.version}\n${rootCertificates.join('\n')}\n`)
  for (const [path, source] of files) {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(source)
    hash.update(`${path} ${source} ${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}\n`)
  }
  return hash.digest('hex')
}
