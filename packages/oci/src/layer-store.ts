import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from './model.ts'
import { OciError } from './oci-error.ts'
import { type Budget, readLayer } from './read-layer.ts'
import type { TarEntry } from './tar/read-tar.ts'

/** An entry of a layer whose content, if it is a file, lies in a file of its own. */
export interface StoredEntry extends Pick<TarEntry, 'path' | 'linkPath' | 'type' | 'mode'> {
  /** Name of that file in the layer's folder. */
  content: string | null
}

interface StoredLayer {
  entries: StoredEntry[]
  /** What the layer takes unpacked, for the limits. */
  bytes: number
}

export const LAYER_ENTRIES = 'entries.json'

/**
 * A layer unpacked into a folder of its own below `folder`, once, to be linked into as many images as have it. It is found
 * by the digest of its stored bytes too: knowing only what a layer unpacks to is not enough to get it.
 */
export async function storedLayer(
  image: Image,
  index: number,
  budget: Budget,
  folder: string,
): Promise<{ home: string; entries: StoredEntry[] }> {
  const layer = image.layers[index]
  if (!layer) throw new OciError('image_invalid', `the image has no layer ${index}`)
  const identity = [layer.digest, layer.mediaType, image.config.rootfs.diff_ids[index]]
  const home = join(folder, createHash('sha256').update(JSON.stringify(identity)).digest('hex'))
  const known = await readStored(home)
  if (known !== null) {
    budget.bytes -= known.bytes
    budget.entries -= known.entries.length
    if (budget.bytes < 0 || budget.entries < 0)
      throw new OciError('limit_exceeded', 'the image unpacks to more than allowed')
    return { home, entries: known.entries }
  }
  const running = unpacking.get(home)
  if (running !== undefined) {
    // Several images at once, one unpacking: the others count it when it is there.
    await running.catch(() => {})
    return storedLayer(image, index, budget, folder)
  }
  const work = storeOnce(image, index, budget, folder, home)
  unpacking.set(home, work)
  try {
    return { home, entries: await work }
  } finally {
    unpacking.delete(home)
  }
}

const unpacking = new Map<string, Promise<StoredEntry[]>>()

const DRAFT = '.draft-'

/** Removes what processes that were killed had unpacked of a layer. */
export async function removeLostDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^\.draft-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Moving a complete folder into place: of two processes that unpack the same layer one wins, and both go on with it. */
async function storeOnce(
  image: Image,
  index: number,
  budget: Budget,
  folder: string,
  home: string,
): Promise<StoredEntry[]> {
  const draft = join(folder, `${DRAFT}${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const entries = await store(image, index, budget, draft)
    await rename(draft, home).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    return entries
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function store(image: Image, index: number, budget: Budget, draft: string): Promise<StoredEntry[]> {
  const before = budget.bytes
  const entries: StoredEntry[] = []
  for await (const { path, linkPath, type, mode, body } of readLayer(image, index, budget)) {
    const content = type === 'file' ? String(entries.length) : null
    if (content !== null) await write(join(draft, content), mode, body)
    entries.push({ path, linkPath, type, mode, content })
  }
  const stored: StoredLayer = { entries, bytes: before - budget.bytes }
  await writeFile(join(draft, LAYER_ENTRIES), JSON.stringify(stored))
  return entries
}

async function write(path: string, mode: number, body: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) await handle.writeFile(chunk)
    await handle.chmod(mode & 0o777)
  } finally {
    await handle.close()
  }
}

/** Reading marks it as used now. */
async function readStored(home: string): Promise<StoredLayer | null> {
  const path = join(home, LAYER_ENTRIES)
  try {
    const now = new Date()
    await utimes(path, now, now)
    return JSON.parse(await readFile(path, 'utf8')) as StoredLayer
  } catch {
    return null
  }
}
